import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { words } from '#web/words/en/document.ts';
import { readWords, type Language } from './languages.ts';
import { fileIn } from './pages.ts';

/** Writes the manifest that the browser needs to install the app. It is one app in all languages, so they have one `id`. */
export async function writeWebManifest(title: string, language: Language, output: string): Promise<void> {
  const { description } = await readWords<typeof words>(language.code, 'document');
  const manifest = {
    id: '/',
    name: title,
    short_name: title,
    description,
    lang: language.code,
    start_url: `${language.base}/`,
    scope: '/',
    display: 'standalone',
    background_color: '#fffdf9',
    theme_color: '#ffce00',
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icons/192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icons/512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icons/maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  };
  await writeFile(join(output, fileIn(language, 'manifest.webmanifest')), JSON.stringify(manifest));
}
