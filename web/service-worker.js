// Caches the app's own files, so that a second visit can show the page offline. It never caches an answer of the API. The
// build prepends `version`, `files`, `later`, `shell` and `pages`, see scripts/build-web/service-worker.ts.
/* global version, files, later, shell, pages */

const name = `izi-${version}`;
const patterns = pages.map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`));

addEventListener('install', (event) => {
  // What the page has just loaded comes from the browser's HTTP cache; the rest is small.
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
});

addEventListener('activate', (event) => {
  event.waitUntil(replaceOtherVersions().then(() => clients.claim()));
});

addEventListener('message', (event) => {
  // A new version waits until no page of the old one is open, or until a page asks for it.
  if (event.data === 'take over') void skipWaiting();
  // The page sets the pace: it knows when the player does nothing, and lives longer than this worker.
  if (event.data === 'keep') event.waitUntil(keepNext(event.source));
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

/** Caches the next file of `later`, and tells the page how many bytes it had: 0 when all are there. */
async function keepNext(page) {
  const cache = await caches.open(name);
  for (const [file, bytes] of later) {
    if (await cache.match(file, { ignoreVary: true })) continue;
    await cache.add(new Request(file, { priority: 'low' }));
    return tell(page, bytes);
  }
  tell(page, 0);
}

function tell(page, kept) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a page of this worker has its origin
  page.postMessage({ kept });
}

/** A file's name holds the hash of its content, so that one of the old version is as good. */
async function replaceOtherVersions() {
  const cache = await caches.open(name);
  for (const [file] of later) {
    const kept = await caches.match(file, { ignoreVary: true });
    if (kept) await cache.put(file, kept);
  }
  const others = (await caches.keys()).filter((other) => other.startsWith('izi-') && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}
