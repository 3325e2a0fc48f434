import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { Language } from './languages.ts';
import type { Manifest } from './pages.ts';
import { configOf } from './vite.config.ts';

/** The bundler's output for the app in one language. */
export interface Built {
  readonly language: Language;
  /** Its folder, with `assets` and the files of `web/public`. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** The HTML that all its pages are made from. */
  readonly template: string;
  readonly renderPage: (path: string) => Promise<string>;
  readonly renderShell: () => Promise<string>;
}

/** Bundles the app in one language, for the browser and for the prerender, into a folder of its own. */
export async function buildLanguage(language: Language, workshop: string): Promise<Built> {
  const folder = join(workshop, language.code);
  const forNode = join(workshop, `${language.code}-prerender`);
  const config = { configFile: false, logLevel: 'warn' } as const;
  const settings = (isSsrBuild: boolean) => configOf(language)({ command: 'build', mode: 'production', isSsrBuild });
  await Promise.all([
    build({ ...settings(false), ...config, build: { ...settings(false).build, outDir: folder } }),
    build({
      ...settings(true),
      ...config,
      build: { ...settings(true).build, outDir: forNode, manifest: false, ssr: 'prerender.tsx', copyPublicDir: false },
    }),
  ]);
  const rendering = (await import(pathToFileURL(join(forNode, 'prerender.js')).href)) as Pick<
    Built,
    'renderPage' | 'renderShell'
  >;
  return {
    language,
    folder,
    manifest: JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest,
    template: await readFile(join(folder, 'index.html'), 'utf8'),
    renderPage: rendering.renderPage,
    renderShell: rendering.renderShell,
  };
}
