import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './choose-encoding.ts';
import { pathOf, patternOf } from './area.ts';
import {
  assetHeaders,
  contentSecurityPolicy,
  pageHeaders,
  workerPolicy,
  type InlineHashes,
} from './security-headers.ts';
import type { Http } from './http.ts';
import { escapeHtml } from './html.ts';
import { addressIn, languages, type Language } from '#server/words/languages.ts';
import { followBuild } from './follow-build.ts';

interface WebFile {
  readonly contentType: string;
  /** The policy of this page or worker; null where that of all pages does, or none. */
  readonly policy: string | null;
  /** Whether the browser shows it as a document, or runs it as one. */
  readonly isDocument: boolean;
  readonly cacheControl: string;
  /** The hash of the uncompressed content. */
  readonly hash: string;
  /** The build's compressed versions, where they are smaller. */
  readonly bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };
}

interface WebApp {
  /** Whether all languages are there. */
  readonly isWhole: boolean;
  /** By path: `/assets/main-3f2a.js`. */
  readonly files: ReadonlyMap<string, WebFile>;
  readonly pages: readonly { readonly pattern: RegExp; readonly file: WebFile }[];
  /** The HTML of every page that is not prerendered, by what the addresses of its language begin with; English comes last. */
  readonly shells: readonly { readonly base: string; readonly file: WebFile }[];
  /** The pages that search engines may list; null where there are none. */
  readonly sitemap: Sitemap | null;
}

/** The public pages, and the languages that each of them has. */
interface Sitemap {
  readonly paths: readonly string[];
  readonly languages: readonly { readonly code: string; readonly base: string }[];
}

export interface WebAppSettings {
  /** Where players reach the site, without a slash at its end; only the sitemap needs it. */
  readonly publicUrl?: () => string;
  /** The language of whoever opens the home page from elsewhere. */
  readonly defaultLocale?: Language;
}

/** Under what an address of its language begins with: the page of every address that has none. */
const shellRoute = '/shell';

/** Names of the app's files contain a content hash, so those files never change. Everything else is revalidated. */
const forever = 'public, max-age=31536000, immutable';
const askAgain = 'no-cache';
/** A new icon may come a week late: a browser would otherwise ask for it on every page. */
const aWeek = 'public, max-age=604800';
/** The headers that `chooseHeaders` sets for pages, and that a file beside them does not need. */
const onlyOnDocuments = Object.keys(pageHeaders).filter((name) => !(name in assetHeaders));

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/**
 * Serves the built web app: its files by their paths, its pages by their routes, and its shell with 404 for anything else
 * outside of the API. All of it is in memory, a few megabytes, so no path of a request ever reaches the file system. While the
 * app is being built, a page of what is not there yet says so and loads again.
 */
export function serveWebApp(http: Http, webFolder: string, settings: WebAppSettings = {}): void {
  const { publicUrl = () => '', defaultLocale = 'en' } = settings;
  const current = followBuild<WebApp | null>(webFolder, (isWhole, former) => readWebApp(webFolder, isWhole, former));
  http.get('/assets/*', (request, reply) => {
    const app = current();
    if (app === null) return sendNotBuilt(reply);
    const file = app.files.get(pathOf(request));
    return file === undefined ? sendGone(reply) : sendFile(request, reply, file);
  });
  http.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const app = current();
    if (app === null || (!app.isWhole && isInMissingLanguage(path, app))) return sendNotBuilt(reply);
    if (path === '/sitemap.xml' && app.sitemap) {
      return reply
        .type(contentTypes['.xml']!)
        .header('cache-control', askAgain)
        .send(writeSitemap(app.sitemap, publicUrl()));
    }
    if (path === '/robots.txt' && app.sitemap) {
      const rules = app.files.get(path)?.bodies.identity.toString() ?? '';
      return reply
        .type(contentTypes['.txt']!)
        .header('cache-control', askAgain)
        .send(`${rules}Sitemap: ${publicUrl()}/sitemap.xml\n`);
    }
    if (path === '/' && defaultLocale !== 'en' && !isFromHere(request)) {
      // The choice between the languages is a navigation within the site, and it is kept on the device.
      return reply
        .headers({ 'cache-control': 'no-store', vary: 'sec-fetch-site, referer' })
        .redirect(addressIn('/', defaultLocale), 302);
    }
    const file = app.files.get(path) ?? app.pages.find(({ pattern }) => pattern.test(path))?.file;
    if (file !== undefined) return sendFile(request, reply, file);
    // One address per page: without the trailing slash.
    if (/^(\/[\w-]+)+\/$/.test(path)) return reply.redirect(path.slice(0, -1), 308);
    // One address for the home page of each language: with the slash.
    if (app.shells.some(({ base }) => base === path)) return reply.redirect(`${path}/`, 308);
    // A target such as `*` is no path: it gets the shell of the language without a base.
    const shell =
      app.shells.find(({ base }) => path.startsWith(`${base}/`)) ?? app.shells.find(({ base }) => base === '');
    return sendFile(request, reply.code(404), shell!.file);
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], (one) => one in file.bodies);
  const etag = `"${file.hash}-${encoding}"`;
  if (!file.isDocument) for (const name of onlyOnDocuments) void reply.removeHeader(name);
  if (file.policy !== null) void reply.header('content-security-policy', file.policy);
  void reply.headers({ 'cache-control': file.cacheControl, etag, vary: 'accept-encoding' });
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.type(file.contentType).send(file.bodies[encoding]);
}

/** Whether a page of this site led here. Old browsers only name the page. */
function isFromHere({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return URL.canParse(headers.referer ?? '') && new URL(headers.referer!).host === host;
}

/** The pages with their addresses in every language (sitemaps.org, and Google's `xhtml:link`). */
function writeSitemap({ paths, languages }: Sitemap, origin: string): string {
  const link = (hreflang: string, address: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(address)}"/>`;
  const urls = paths.flatMap((path) => {
    const addresses = languages.map(({ code, base }) => ({ code, address: origin + base + path }));
    const links = [
      ...addresses.map(({ code, address }) => link(code, address)),
      link('x-default', addresses[0]!.address),
    ].join('');
    return addresses.map(({ address }) => `<url><loc>${escapeHtml(address)}</loc>${links}</url>`);
  });
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>${urls.join('')}</urlset>\n`;
}

/** A page that was loaded before a new build may still request a chunk of the old one. */
function sendGone(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('cache-control', askAgain)
    .type('text/plain; charset=utf-8')
    .send('This version of the app is gone. Load the page again.\n');
}

function isInMissingLanguage(path: string, { shells }: WebApp): boolean {
  const asked = languages.map((language) => addressIn('/', language)).findLast((home) => `${path}/`.startsWith(home));
  return shells.every(({ base }) => `${base}/` !== asked);
}

/** The browser asks again by itself. */
function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'cache-control': 'no-store', 'retry-after': '2', refresh: '2' })
    .type('text/plain; charset=utf-8')
    .send(
      'This page is not built yet. While it is being built, it shows by itself once it is there. The API is at /api/docs.\n',
    );
}

/**
 * Null when the web app is not built.
 *
 * @param former the former build, whose pages still ask for its files
 */
function readWebApp(folder: string, isWhole: boolean, former: WebApp | null): WebApp | null {
  const routesFile = join(folder, 'pages.json');
  if (!existsSync(routesFile)) return null;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in contentTypes)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).split(sep).join('/').replace(/^\/?/, '/'));
  const hashesFile = join(folder, 'csp.json');
  // The console has no inline code.
  const hashes = existsSync(hashesFile) ? (JSON.parse(readFileSync(hashesFile, 'utf8')) as PageHashes) : {};
  const all = new Map(names.map((name) => [name, readWebFile(folder, name, hashes[name])]));
  const find = (name: string) => {
    const file = all.get(`/${name}`);
    if (file === undefined) throw new Error(`the built web app has no ${name}`);
    return file;
  };
  const routes = JSON.parse(readFileSync(routesFile, 'utf8')) as Record<string, string>;
  // The operators' console is for no search engine.
  const sitemapFile = join(folder, 'sitemap.json');
  const sitemap = existsSync(sitemapFile) ? (JSON.parse(readFileSync(sitemapFile, 'utf8')) as Sitemap) : null;
  const isPublic = (name: string) =>
    !name.endsWith('.html') && !['/pages.json', '/csp.json', '/sitemap.json'].includes(name);
  return {
    isWhole,
    files: new Map([...(former?.files ?? []), ...[...all].filter(([name]) => isPublic(name))]),
    pages: Object.entries(routes).map(([route, name]) => ({ pattern: patternOf(route), file: find(name) })),
    shells: Object.entries(routes)
      .filter(([route]) => route.endsWith(shellRoute))
      .map(([route, name]) => ({ base: route.slice(0, -shellRoute.length), file: find(name) }))
      .toSorted((one, other) => other.base.length - one.base.length),
    sitemap,
  };
}

/** By the page's file. */
type PageHashes = Readonly<Record<string, InlineHashes>>;

/** `service-worker.js`, and those of the build. */
const isWorker = (name: string) => /[.-]worker\b.*\.js$/.test(name);
const isIcon = (name: string) => /\.(?:svg|png|ico)$/.test(name);

function readWebFile(folder: string, name: string, hashes: InlineHashes | undefined): WebFile {
  const identity = readFileSync(join(folder, name));
  const readCompressed = (extension: string) => {
    const path = join(folder, name + extension);
    return existsSync(path) ? readFileSync(path) : null;
  };
  const [br, gzip] = [readCompressed('.br'), readCompressed('.gz')];
  return {
    contentType: contentTypes[extname(name)] ?? 'application/octet-stream',
    policy: hashes ? contentSecurityPolicy(hashes) : isWorker(name) ? workerPolicy : null,
    isDocument: name.endsWith('.html'),
    cacheControl: name.startsWith('/assets/') ? forever : isIcon(name) ? aWeek : askAgain,
    hash: createHash('sha256').update(identity).digest('base64url').slice(0, 11),
    bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
  };
}
