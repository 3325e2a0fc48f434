import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes the manifest that the browser needs to install the app. */
export async function writeWebManifest(title: string, output: string): Promise<void> {
  const manifest = {
    id: '/',
    name: title,
    short_name: title,
    description: 'Bets on one random order of the numbers 1 to 9, drawn every few minutes.',
    lang: 'en',
    start_url: '/',
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
  await writeFile(join(output, 'manifest.webmanifest'), JSON.stringify(manifest));
}
