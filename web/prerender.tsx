import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { queryClient } from './api/queries.ts';
import { App } from './App.tsx';
import { preload } from './routes.tsx';
import { CentredSpinner } from '#ui/Spinner.tsx';

/** The HTML of a public page for the root element, as on a visitor's first render. Run by the build. */
export async function renderPage(path: string): Promise<string> {
  await preload(path);
  return toHtml(<App path={path} />);
}

/** The shell that the pages without prerendered HTML show until their script has loaded. */
export function renderShell(): Promise<string> {
  return toHtml(
    <main>
      <CentredSpinner />
    </main>,
  );
}

async function toHtml(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element, {
    // By default React puts late content of a long page at its end, with an inline script that moves it into place.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => {
      throw error;
    },
  });
  const html = await new Response(prelude).text();
  // Its cache timers of a minute would keep the build process alive that long.
  queryClient.clear();
  return html;
}
