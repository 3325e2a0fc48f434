import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import babel from '@rolldown/plugin-babel';
import { Features } from 'lightningcss';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin, type UserConfigFnObject } from 'vite';
import { chunkOf } from './chunks.ts';
import { shortClassNames } from './class-names.ts';
import { compileOnce } from './compile-once.ts';
import { flatWords } from './flat-words.ts';
import { aliasOf, english, type Language } from './languages.ts';
import { fillTemplate } from './template.ts';
import { checkSiteSettings, defaultTitle } from './site-settings.ts';

const root = resolve(import.meta.dirname, '../../web');
const kit = resolve(import.meta.dirname, '../../ui');
process.env['VITE_SITE_TITLE'] ??= defaultTitle;
checkSiteSettings(process.env);

// The React Compiler is for the screens that are loaded later. It adds bytes, and the first page has a budget of them: see
// docs/decisions/0009-byte-budgets-of-the-web-app.md.
const compileScreens = reactCompilerPreset();
compileScreens.rolldown.filter = {
  ...compileScreens.rolldown.filter,
  id: { exclude: /\/ui\/|\/web\/(\w+\.tsx|(layout|play|api|basket|clock|session|theme|tickets|values)\/)/ },
};

// wouter takes a stand-in for a hook that this React has itself.
const reactsOwn = { find: 'use-sync-external-store/shim/index.js', replacement: 'react' };

export default configOf(english);

export interface Ways {
  /** The plugin for the words, in the pages and in the worker. */
  readonly words?: () => Plugin;
  /** Whether the screens are compiled: that is most of a build's time, and makes them faster, not different. */
  readonly compiles?: boolean;
}

/** The build of one language. */
export function configOf(language: Language, { words = flatWords, compiles = true }: Ways = {}): UserConfigFnObject {
  return defineConfig(({ command, isSsrBuild }) => ({
    root,
    plugins: [
      react(),
      compiles && babel({ presets: [compileScreens] }).then(compileOnce),
      html(language),
      command === 'build' && words(),
    ],
    resolve: { alias: [...aliasOf(language), reactsOwn] },
    css: {
      // No style uses light-dark(): without this each theme would have the variables that stand in for it.
      lightningcss: { exclude: Features.LightDark },
      modules: command === 'build' ? { generateScopedName: shortClassNames([kit, root]) } : {},
    },
    build: {
      emptyOutDir: true,
      manifest: true,
      // The budget counts Brotli bytes, which budget.ts prints.
      reportCompressedSize: false,
      // The CSP would have to allow a data: URL in the CSS, and every visitor would download it.
      assetsInlineLimit: 0,
      // `app` lists only the styles of pages that are opened later: the names of all their scripts are a kB of the
      // first visit, and by then the service worker has most of them.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
      },
      rolldownOptions: {
        output: {
          // 36 bits are enough to distinguish the versions of a file, and shorter names save bytes on the first visit.
          ...(!isSsrBuild && {
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // A page lists the style sheets of all others, so their names are short.
            assetFileNames: ({ names: [name = ''] }) =>
              name.endsWith('.css') ? 'assets/[hash:6].css' : 'assets/[name]-[hash:6][extname]',
          }),
          codeSplitting: isSsrBuild || { includeDependenciesRecursively: false, groups: [{ name: chunkOf }] },
        },
      },
    },
    // Workers are modules, so that the pairing code of the beacon check is a separate chunk, for draws that have a
    // beacon.
    worker: { format: 'es', plugins: () => (command === 'build' ? [words()] : []) },
    server: { proxy: { '/api': process.env['API_URL'] ?? 'http://localhost:3000' } },
  }));
}

/** Puts `web/boot.js`, minified, into the head in place of the tag that names it, and the words of the language. */
function html(language: Language): Plugin {
  const tag = '<script src="/boot.js"></script>';
  return {
    name: 'izi-html',
    transformIndexHtml: {
      order: 'pre',
      handler: async (page) => {
        const boot = await fillTemplate(readFileSync(resolve(root, 'boot.js'), 'utf8'), language);
        const { code } = minifySync('boot.js', boot);
        return (await fillTemplate(page, language)).replace(tag, () => `<script>${code.trim()}</script>`);
      },
    },
  };
}
