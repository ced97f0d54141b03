// Sounds and vibration, both off unless asked for. Sounds are made, not loaded.
import { settings } from './store';

let context: AudioContext | null = null;

function tone(frequency: number, from: number, length: number, loud: number): void {
  context ??= new AudioContext();
  const at = context.currentTime + from;
  const source = context.createOscillator();
  const gain = context.createGain();
  source.type = 'triangle';
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/** A piece has moved. */
export function tick(): void {
  const { sound, vibration } = settings();
  if (sound) tone(340, 0, 0.06, 0.09);
  if (vibration) navigator.vibrate?.(8);
}

/** A board is solved. */
export function chime(): void {
  const { sound, vibration } = settings();
  if (sound) [523, 659, 784, 1047].forEach((frequency, i) => tone(frequency, i * 0.1, 0.35, 0.1));
  if (vibration) navigator.vibrate?.([20, 40, 30]);
}
