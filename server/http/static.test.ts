import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttp, type Http } from './http.ts';
import { serveWebApp, type WebAppSettings } from './static.ts';

let folder: string;
let http: Http;

const files: Record<string, string> = {
  'index.html': '<!doctype html><title>Play</title>',
  'results.html': '<!doctype html><title>Results</title>',
  'auth/login.html': '<!doctype html><title>Sign in</title>',
  'shell.html': '<!doctype html><title>Shell</title>',
  'assets/main-3f2a.js': 'export const answer = 42;',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'service-worker.js': 'self.x = 1;',
  'assets/check.worker-3f2a.js': 'self.x = 2;',
  'csp.json': JSON.stringify({
    '/index.html': { scripts: ['sha256-abc='], styles: ['sha256-def='] },
    '/results.html': { scripts: ['sha256-abc='], styles: ['sha256-ghi='] },
  }),
  'fr/index.html': '<!doctype html><title>Jouer</title>',
  'fr/results.html': '<!doctype html><title>Résultats</title>',
  'fr/shell.html': '<!doctype html><title>Coque</title>',
  'robots.txt': 'User-agent: *\n',
  'sitemap.json': JSON.stringify({
    paths: ['/', '/results'],
    languages: [
      { code: 'en', base: '' },
      { code: 'fr', base: '/fr' },
    ],
  }),
  'pages.json': JSON.stringify({
    '/shell': 'shell.html',
    '/fr/shell': 'fr/shell.html',
    '/fr/': 'fr/index.html',
    '/fr/results': 'fr/results.html',
    '/': 'index.html',
    '/results': 'results.html',
    '/results/:id': 'shell.html',
    '/auth/login': 'auth/login.html',
    '/my-wallet': 'shell.html',
  }),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'izi-web-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
    if (name === 'favicon.svg') continue;
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
    await writeFile(join(folder, `${name}.gz`), gzipSync(content));
  }
  await writeFile(join(folder, '.env'), 'SECRET=1');
  http = start(folder);
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

function start(webFolder: string, settings?: WebAppSettings): Http {
  const started = createHttp({
    authenticate: () => Promise.resolve(null),
    log: pino({ level: 'silent' }),
    rateLimitScale: 1,
  });
  serveWebApp(started, webFolder, settings);
  return started;
}

describe('what is served', () => {
  test.each([
    ['/', 200, 'index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/?from=mail', 200, 'index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/results', 200, 'results.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/results/abc', 200, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/auth/login', 200, 'auth/login.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/my-wallet', 200, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
    [
      '/assets/main-3f2a.js',
      200,
      'assets/main-3f2a.js',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['/favicon.svg', 200, 'favicon.svg', 'image/svg+xml', 'public, max-age=604800'],
    ['/service-worker.js', 200, 'service-worker.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/nothing', 404, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/results/abc/def', 404, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 404, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/csp.json', 404, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/.env', 404, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/../../etc/passwd', 404, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/%2e%2e/index.html', 404, 'shell.html', 'text/html; charset=utf-8', 'no-cache'],
  ])('%s', async (url, status, name, type, cacheControl) => {
    const response = await http.inject(url);
    expect(response.statusCode).toBe(status);
    expect(response.body).toBe(files[name]);
    expect(response.headers).toMatchObject({
      'content-type': type,
      'cache-control': cacheControl,
      vary: 'accept-encoding',
    });
  });

  test('the policy of a page names the hashes of its own inline code, and of no other page', async () => {
    const policyOf = async (url: string) => String((await http.inject(url)).headers['content-security-policy']);
    expect(await policyOf('/')).toContain("script-src 'self' 'sha256-abc='; style-src 'self' 'sha256-def=';");
    expect(await policyOf('/results')).toContain("script-src 'self' 'sha256-abc='; style-src 'self' 'sha256-ghi=';");
    expect(await policyOf('/auth/login')).toContain("script-src 'self'; style-src 'self';");
  });

  test.each(['/assets/nothing.js', '/assets/main-3f2a.js.br'])(
    '%s is answered as a file of no known version',
    async (url) => {
      const response = await http.inject(url);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-cache']);
      expect(response.body).toContain('Load the page again');
    },
  );

  test.each(['/assets/main-3f2a.js', '/favicon.svg'])('%s has no policy, which only a document heeds', async (url) => {
    const { headers } = await http.inject(url);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(Object.keys(headers).filter((name) => /policy|frame-options/.test(name))).toEqual([]);
  });

  test.each(['/service-worker.js', '/assets/check.worker-3f2a.js'])('%s has the policy of a worker', async (url) => {
    expect((await http.inject(url)).headers['content-security-policy']).toBe("default-src 'self'");
  });

  test('an extra slash leads to the canonical address', async () => {
    const response = await http.inject('/results/');
    expect([response.statusCode, response.headers.location]).toEqual([308, '/results']);
    expect((await http.inject('//evil.example/')).statusCode).toBe(404);
  });

  test('the API has its own 404', async () => {
    const response = await http.inject('/api/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toContain('application/problem+json');
  });
});

test.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['identity', undefined],
  [undefined, undefined],
])('for %s the build’s %s is sent', async (accepted, encoding) => {
  const response = await http.inject({
    url: '/',
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  });
  expect(response.headers['content-encoding']).toBe(encoding);
  if (encoding === 'br') expect(brotliDecompressSync(response.rawPayload).toString()).toBe(files['index.html']);
});

test('a file that the browser has is not sent again', async () => {
  const first = await http.inject({ url: '/results', headers: { 'accept-encoding': 'br' } });
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) };
  const again = await http.inject({ url: '/results', headers });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await http.inject({ url: '/', headers })).statusCode).toBe(200);
});

test('HEAD answers without the body', async () => {
  const response = await http.inject({ method: 'HEAD', url: '/results' });
  expect([response.statusCode, response.body]).toEqual([200, '']);
});

test('without a build, a page reports it', async () => {
  const bare = start(join(folder, 'nowhere'));
  const response = await bare.inject('/');
  expect(response.statusCode).toBe(503);
  expect(response.body).toContain('not built');
  expect((await bare.inject('/api/nothing')).statusCode).toBe(404);
  await bare.close();
});

describe('the languages', () => {
  test.each([
    ['/fr/', 200, 'Jouer'],
    ['/fr/results', 200, 'Résultats'],
    ['/fr/nowhere', 404, 'Coque'],
    ['/french', 404, 'Shell'],
    ['/nowhere', 404, 'Shell'],
  ])('%s is answered with %i and %s', async (url, status, title) => {
    const response = await http.inject({ url });
    expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining(`<title>${title}</title>`)]);
  });

  test.each([
    ['/fr', '/fr/'],
    ['/fr/results/', '/fr/results'],
  ])('%s has one address: %s', async (url, location) => {
    expect(await http.inject({ url })).toMatchObject({ statusCode: 308, headers: { location } });
  });

  test('the sitemap has each page in each language, with links to the other languages', async () => {
    const site = start(folder, { publicUrl: () => 'https://izi.example' });
    const { body, headers } = await site.inject({ url: '/sitemap.xml' });
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(body.match(/<loc>[^<]+/g)).toEqual([
      '<loc>https://izi.example/',
      '<loc>https://izi.example/fr/',
      '<loc>https://izi.example/results',
      '<loc>https://izi.example/fr/results',
    ]);
    expect(body.match(/hreflang="fr" href="https:\/\/izi\.example\/fr\/results"/g)).toHaveLength(2);
    expect((await site.inject({ url: '/robots.txt' })).body).toBe(
      'User-agent: *\nSitemap: https://izi.example/sitemap.xml\n',
    );
    expect((await site.inject({ url: '/sitemap.json' })).statusCode).toBe(404);
    await site.close();
  });

  test('DEFAULT_LOCALE redirects visitors from elsewhere to its home page, and not those from this site', async () => {
    const site = start(folder, { defaultLocale: 'fr' });
    const open = (headers: Record<string, string>, url = '/') =>
      site.inject({ url, headers: { host: 'izi.example', ...headers } });
    for (const headers of [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site' },
      { referer: 'https://other.example/' },
    ]) {
      expect(await open(headers)).toMatchObject({
        statusCode: 302,
        headers: { location: '/fr/', 'cache-control': 'no-store' },
      });
    }
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { referer: 'https://izi.example/fr/' }]) {
      expect((await open(headers)).statusCode).toBe(200);
    }
    expect((await open({}, '/results')).statusCode).toBe(200);
    expect((await http.inject({ url: '/' })).statusCode).toBe(200);
    await site.close();
  });

  test('an app that is hidden from search engines has its languages too', async () => {
    const console = await mkdtemp(join(tmpdir(), 'izi-web-'));
    const pages = { '/': 'shell.html', '/shell': 'shell.html', '/fr/': 'fr/shell.html', '/fr/shell': 'fr/shell.html' };
    await mkdir(join(console, 'fr'));
    await writeFile(join(console, 'shell.html'), files['shell.html']!);
    await writeFile(join(console, 'fr/shell.html'), files['fr/shell.html']!);
    await writeFile(join(console, 'pages.json'), JSON.stringify(pages));
    await writeFile(join(console, 'csp.json'), files['csp.json']!);
    const site = start(console);
    expect((await site.inject({ url: '/' })).statusCode).toBe(200);
    expect((await site.inject({ url: '/fr/nowhere' })).body).toContain('<title>Coque</title>');
    expect((await site.inject({ url: '/nowhere' })).body).toContain('<title>Shell</title>');
    expect((await site.inject({ url: '/sitemap.xml' })).statusCode).toBe(404);
    await site.close();
    await rm(console, { recursive: true });
  });
});

describe('a site that is up before its pages are built', () => {
  test('says so for each missing page, and serves the page once it is built', async () => {
    const built = await mkdtemp(join(tmpdir(), 'izi-web-'));
    const site = start(built);
    const write = async (name: string, content: string) => {
      await mkdir(dirname(join(built, name)), { recursive: true });
      await writeFile(join(built, name), content);
    };
    const ask = (url: string) => site.inject({ url });
    try {
      expect(await ask('/')).toMatchObject({ statusCode: 503, headers: { refresh: '2', 'retry-after': '2' } });

      await write('shell.html', 'first');
      await write('assets/first.js', 'first');
      await write('csp.json', JSON.stringify({ '/shell.html': { scripts: ['sha256-first='], styles: [] } }));
      await write('unfinished', '');
      await write('pages.json', JSON.stringify({ '/': 'shell.html', '/shell': 'shell.html' }));
      const first = await ask('/');
      expect(first).toMatchObject({ statusCode: 200, body: 'first' });
      expect(first.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-first='`);
      expect((await ask('/frites')).statusCode).toBe(404);
      for (const url of ['/fr', '/fr/', '/fr/results']) expect((await ask(url)).statusCode, url).toBe(503);

      await rm(built, { recursive: true });
      expect(await ask('/')).toMatchObject({ statusCode: 200, body: 'first' });
      for (const [name, content] of Object.entries(files)) await write(name, content);
      const whole = await ask('/');
      expect(whole.body).toBe(files['index.html']);
      expect(whole.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-abc='`);
      expect((await ask('/fr/')).body).toBe(files['fr/index.html']);
      // A page of the first build may still load what it needs.
      expect((await ask('/assets/first.js')).body).toBe('first');

      // Nothing is read any more.
      await write('pages.json', JSON.stringify({ '/': 'results.html', '/shell': 'shell.html' }));
      expect((await ask('/')).body).toBe(files['index.html']);
    } finally {
      await site.close();
      await rm(built, { recursive: true, force: true });
    }
  });
});
