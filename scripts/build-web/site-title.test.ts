import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, test, vi } from 'vitest';

const root = join(import.meta.dirname, '../..');

test.each([
  ['Loto Bonheur', 'Loto Bonheur'],
  [undefined, 'Izi'],
])('VITE_SITE_TITLE %s makes the page’s title %s; the description is “extension”', async (setting, title) => {
  vi.stubEnv('VITE_SITE_TITLE', setting);
  vi.resetModules();
  const { default: config } = (await import('./vite.config.ts')) as typeof import('./vite.config.ts');
  const server = await createServer({
    ...config({ command: 'serve', mode: 'test' }),
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false },
  });
  const html = await server.transformIndexHtml('/', await readFile(join(root, 'web/index.html'), 'utf8'));
  await server.close();
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain('<meta name="description" content="extension" />');
});
