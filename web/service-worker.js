// Caches the app's own files, so that a second visit can show the page offline. It never caches an answer of the API. And it
// shows what the site pushes. The
// build prepends `version`, `languages`, `shell` and `pages`, see scripts/build-web/service-worker.ts.
/* global version, languages, shell, pages */

const name = `izi-${version}`;
const patterns = pages.map((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`));

addEventListener('install', (event) => {
  // Files that the page has just loaded come from the browser's HTTP cache; the rest is small.
  event.waitUntil(Promise.all([caches.open(name), openLanguages()]).then(([cache, open]) => keepFirst(cache, open)));
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
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const { base } = languageOf(pathname);
    const path = pathname.slice(base.length);
    const isPage = patterns.some((pattern) => pattern.test(path));
    // The page for Firebase has a policy of its own, which comes with it.
    if (isPage && search !== '?by=firebase') event.respondWith(fromCache(base + (path === '/' ? '/' : shell), request));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(fromCache(request, request));
  }
});

addEventListener('push', (event) => {
  // In the player's language: the server knows it.
  const { title, url, ...shown } = event.data.json();
  event.waitUntil(registration.showNotification(title, { ...shown, icon: '/icons/192.png', data: url }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data, location.origin)));
});

/** Shows a page of this site, in a window that is open where there is one. */
async function openPage({ origin, href }) {
  if (origin !== location.origin) return;
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find(({ url }) => url === href);
  await (there ? there.focus() : clients.openWindow(href));
}

/** The language of an address. The first has no base of its own. */
function languageOf(pathname) {
  return languages.findLast(({ base }) => pathname.startsWith(`${base}/`));
}

/** The languages of the pages that are open. */
async function openLanguages() {
  const open = await clients.matchAll({ includeUncontrolled: true });
  const used = new Set(open.map(({ url }) => languageOf(new URL(url).pathname)));
  return used.size > 0 ? [...used] : languages.slice(0, 1);
}

async function keepFirst(cache, some) {
  await cache.addAll([...new Set(some.flatMap(({ files }) => files))]);
}

/** Cache first: the cached response, else the network's. A file of the app is then cached. */
async function fromCache(key, request) {
  const cache = await caches.open(name);
  const kept = await cache.match(key, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (key === request && response.ok) await cache.put(request, response.clone());
  return response;
}

/**
 * Caches the next file of the page's language, and tells the page how many bytes it had: 0 when all are there. After a change of
 * the language the home page and what it needs come first.
 */
async function keepNext(page) {
  const cache = await caches.open(name);
  const language = languageOf(new URL(page.url).pathname);
  if (!(await cache.match(language.files[0], { ignoreVary: true }))) await keepFirst(cache, [language]);
  for (const [file, bytes] of language.later) {
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
  for (const [file] of languages.flatMap(({ later }) => later)) {
    const kept = await caches.match(file, { ignoreVary: true });
    if (kept) await cache.put(file, kept);
  }
  const others = (await caches.keys()).filter((other) => other.startsWith('izi-') && other !== name);
  await Promise.all(others.map((other) => caches.delete(other)));
}
