import { resolve } from 'node:path';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { aliasOf, english } from '#scripts/build-web/languages.ts';

const root = resolve(import.meta.dirname, '../../console');

/** The operators' app: an app of its own beside the players', which shares nothing with it but sources. */
export default defineConfig({
  root,
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
  resolve: { alias: aliasOf(english) },
  build: {
    emptyOutDir: true,
    reportCompressedSize: false,
    // The policy of the console allows neither data: in styles nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What changes only with an upgrade.
            { name: 'vendor', test: /node_modules/ },
            // What every screen is made of, once.
            { name: 'kit', test: /\/(ui|console\/(words\/en\/kit|clock|values|api|kit|frame))/ },
          ],
        },
      },
    },
  },
});
