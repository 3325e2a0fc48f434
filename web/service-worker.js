// Caches the app's own files, so that a second visit can show the page offline. It never caches an answer of the API. The
// build prepends `version`, `files`, `shell` and `pages`, see scripts/build-web/service-worker.ts.
/* global version, files, shell, pages */

const name = `izi-${version}`;
const patterns = pages.map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`));

addEventListener('install', (event) => {
  // What the page has just loaded comes from the browser's HTTP cache; the rest is small.
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (event) => {
  event.waitUntil(dropOtherVersions().then(() => clients.claim()));
});

// A new version waits until no page of the old one is open, or until a page asks for it.
addEventListener('message', ({ data }) => {
  if (data === 'take over') void skipWaiting();
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const isPage = patterns.some((pattern) => pattern.test(pathname));
    if (isPage) event.respondWith(fromCache(pathname === '/' ? '/' : shell, request));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fromCache(request, request));
  }
});

/** Cache first: the cached response, else the network's. A file of the app is then cached. */
async function fromCache(key, request) {
  const cache = await caches.open(name);
  const kept = await cache.match(key, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (key === request && response.ok) await cache.put(request, response.clone());
  return response;
}

async function dropOtherVersions() {
  const others = (await caches.keys()).filter((other) => other.startsWith('izi-') && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}
