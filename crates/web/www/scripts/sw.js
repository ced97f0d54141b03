// The service worker: keeps all files of the page, so that it works without a network, from any folder of a server.
// The build puts the list and its version in.
const NAME = 'slidewise-__VERSION__';
const FILES = __FILES__;

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  );
});

addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('slidewise-') && name !== NAME);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

// The page itself comes from the network where there is one, so that a new version is seen; its files have names that
// change with their content.
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  const kept = () => caches.match(request, { cacheName: NAME, ignoreSearch: true });
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('./', { cacheName: NAME })));
  } else {
    event.respondWith(kept().then((found) => found ?? fetch(request)));
  }
});
