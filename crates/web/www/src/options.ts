// Settings, kept in this browser.
import { chips, el } from './dom';
import { change, settings, type Settings } from './store';
import { t } from './words';

/** Puts the colours on the page. */
export function dress(): void {
  const { theme } = settings();
  document.documentElement.dataset['theme'] = theme;
}

export function optionsPanel(changed: () => void): HTMLElement {
  const now = settings();
  const set = (part: Partial<Settings>): void => {
    change(part);
    dress();
    changed();
  };
  const check = (id: string, label: string, is: boolean, choose: (is: boolean) => void): HTMLElement => {
    const input = el('input', {
      type: 'checkbox',
      id,
      checked: is,
      role: 'switch',
      change: () => choose(input.checked),
    });
    return el('label', { class: 'check' }, input, ` ${label}`);
  };
  const themes = chips(
    'theme',
    t('theme'),
    [
      { value: 'auto' as const, label: t('themeAuto') },
      { value: 'light' as const, label: t('light') },
      { value: 'dark' as const, label: t('dark') },
      { value: 'contrast' as const, label: t('contrast') },
    ],
    now.theme,
    (theme) => set({ theme }),
  );
  // Every word of the page changes, so it is loaded again; the game is in its address.
  const languages = chips(
    'language',
    t('language'),
    [
      { value: 'auto' as const, label: t('themeAuto') },
      { value: 'en' as const, label: 'English' },
      { value: 'de' as const, label: 'Deutsch' },
      { value: 'zh' as const, label: '中文' },
    ],
    now.language,
    (language) => {
      set({ language });
      setTimeout(() => location.reload(), 250);
    },
  );
  return el(
    'div',
    { class: 'stack' },
    el('h3', {}, t('theme')),
    themes.element,
    el('h3', {}, t('language')),
    languages.element,
    el('h3', {}, t('play')),
    check('set-best', t('alwaysBest'), now.best, (best) => set({ best })),
    check('set-inspection', t('inspectionTime'), now.inspection !== '0', (is) => set({ inspection: is ? '15' : '0' })),
    check('set-sound', t('sound'), now.sound, (sound) => set({ sound })),
    check('set-vibration', t('vibration'), now.vibration, (vibration) => set({ vibration })),
    el('h3', {}, t('keys')),
    el('p', { class: 'quiet' }, t('keysHelp')),
  );
}
