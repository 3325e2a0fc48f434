import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin } from 'vite';
import { leanContract, leanRouter } from './lean.ts';

const root = resolve(import.meta.dirname, '../../web');
process.env['VITE_SITE_TITLE'] ??= 'Izi';

export default defineConfig({
  root,
  plugins: [react(), babel({ presets: [reactCompilerPreset()], plugins: [leanContract] }), inlineBoot(), leanRouter()],
  build: {
    outDir: resolve(root, '../dist/web'),
    emptyOutDir: true,
    manifest: true,
    // The bytes that count are Brotli's, and budget.ts prints them.
    reportCompressedSize: false,
    // A data: URL in the CSS would have to be allowed by the CSP, and is downloaded by who never needs it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What changes only with an upgrade is a file of its own, which stays in the browser's cache over releases.
          groups: [{ name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack)\// }],
        },
      },
      treeshake: {
        // Describing a call does nothing, so descriptions of calls that a page never makes need not be in it.
        manualPureFunctions: ['defineEndpoint', 'line', 'page', 'one', 'queryInteger', 'queryList'],
      },
    },
  },
  server: { proxy: { '/api': process.env['API_URL'] ?? 'http://localhost:3000' } },
});

/** Puts `web/boot.js`, minified, into the head in place of the tag that names it. */
function inlineBoot(): Plugin {
  const tag = '<script src="/boot.js"></script>';
  return {
    name: 'inline-boot',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        const { code } = minifySync('boot.js', readFileSync(resolve(root, 'boot.js'), 'utf8'));
        return html.replace(tag, () => `<script>${code.trim()}</script>`);
      },
    },
  };
}
