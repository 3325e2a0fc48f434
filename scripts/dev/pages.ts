import { once } from 'node:events';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { createServer as createVite, type Connect, type Plugin, type UserConfig, type ViteDevServer } from 'vite';
import { configOf as configOfConsole } from '#scripts/build-console/vite.config.ts';
import { languages, type Language } from '#scripts/build-web/languages.ts';
import { configOf } from '#scripts/build-web/vite.config.ts';

const project = resolve(import.meta.dirname, '../..');
/**
 * The paths that the server itself answers: the players' API, health and the sandbox's pages, and the operators' API. The sources in
 * `web/api` are at addresses that begin as the API's do.
 */
const serverPaths = {
  web: /^\/(?!api\/[\w/-]+\.tsx?(\?|$))(api|sandbox|livez|readyz)\b/,
  console: /^\/operator\//,
};

interface Pages {
  readonly app: keyof typeof serverPaths;
  readonly language: Language;
  readonly port: number;
  /** Where the server answers the calls of these pages. */
  readonly serverPort: number;
  /** Resolves when the server can be asked. */
  readonly settled: () => Promise<void>;
}

/**
 * Serves an app from its sources, with hot reload, and passes on to the server what is not for pages. The pages have no content
 * security policy, which Vite's own code would not pass: that of the server and of the built pages stays as it is.
 */
export async function servePages(pages: Pages): Promise<Pick<ViteDevServer, 'watcher' | 'close'>> {
  const { app, port, serverPort } = pages;
  const config = configFor(pages);
  // Vite gets no server of its own, which would end this process at a SIGTERM, before the database is stopped.
  const http = createServer();
  const vite = await createVite({
    ...config,
    configFile: false,
    logLevel: 'warn',
    clearScreen: false,
    cacheDir: join(project, '.cache/vite', app),
    plugins: [...(config.plugins ?? []), devPages(pages)],
    server: {
      middlewareMode: { server: http },
      hmr: { server: http },
      proxy: { [serverPaths[app].source]: { target: `http://127.0.0.1:${serverPort}` } },
    },
  });
  http.on('request', vite.middlewares);
  http.listen(port, 'localhost');
  await once(http, 'listening');
  const { watcher } = vite;
  return {
    watcher,
    async close() {
      await vite.close();
      http.closeAllConnections();
      http.close();
    },
  };
}

function configFor({ app, language }: Pages): UserConfig {
  // Compiled screens take longer and show nothing else. Short names of classes need the list of all files.
  if (app === 'console') return { ...configOfConsole(language), css: {} };
  return configOf(language, { compiles: false })({ command: 'serve', mode: 'development' });
}

/** A plugin for the parts of this site that Vite does not know: its languages, its service worker, and a server that is being restarted. */
function devPages({ app, language, settled }: Pages): Plugin {
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (serverPaths[app].test(path)) return void settled().then(() => next());
    if (path.endsWith('/service-worker.js')) {
      return void response.setHeader('content-type', 'text/javascript').end(leavingWorker);
    }
    if (path.endsWith('.webmanifest')) return void response.writeHead(404).end();
    if (!request.headers.accept?.includes('text/html')) return next();
    const asked = languages.findLast(({ base }) => path.startsWith(`${base}/`)) ?? language;
    if (asked === language) return next();
    if (asked.base === '') return void response.writeHead(302, { location: language.base + request.url }).end();
    response.setHeader('content-type', 'text/html; charset=utf-8').end(explainLanguage(asked, language));
  };
  return { name: 'izi-dev', configureServer: ({ middlewares }) => void middlewares.use(answer) };
}

/** Takes the place of the service worker that a built app has left at this address, and removes it. */
const leavingWorker = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const page of await clients.matchAll({ type: 'window' })) page.navigate(page.url);
})()));
`;

/** Forgets the choice of that language too, which would lead here from every page. */
function explainLanguage(asked: Language, served: Language): string {
  return `<!doctype html><meta charset="utf-8"><title>npm run dev</title>
<p><code>npm run dev</code> serves the pages in one language, now ${served.name}. For ${asked.name}: <code>npm run dev -- --language ${asked.code}</code>
<p><a href="${served.base}/">${served.name}</a><script>localStorage.removeItem('locale'); localStorage.removeItem('console-language')</script>`;
}
