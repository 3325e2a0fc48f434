import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { shortClassNames } from '#scripts/build-web/class-names.ts';
import { aliasOf, english } from '#scripts/build-web/languages.ts';

const root = resolve(import.meta.dirname, '../../console');
const kit = resolve(import.meta.dirname, '../../ui');

/** The operators' app: an app of its own beside the players', which shares nothing with it but sources. */
export default defineConfig({
  root,
  // Without the React Compiler: what it remembers for each render is a fifth of the bytes, and a desk does not need it.
  plugins: [react()],
  css: { modules: { generateScopedName: shortClassNames([kit, root]) } },
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
            { name: 'kit', test: /\/(ui|domain|contract|console\/(words|clock|values|api|kit|frame))\// },
            // Screens that one person goes between: fewer files pack better, and the second one is there at once.
            { name: 'people', test: /\/console\/(players|documents)\// },
            { name: 'money', test: /\/console\/(payments|money|reports)\// },
            { name: 'draws', test: /\/console\/(draws|timetable|stops|exposure)\// },
            { name: 'desk', test: /\/console\/(overview|alarms|requests|audit|settings)\// },
          ],
        },
      },
    },
  },
});
