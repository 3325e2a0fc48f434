import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { queryClient } from './api/queries.ts';
import { App } from './App.tsx';
import { preload } from './routes.tsx';
import { CentredSpinner } from '#ui/Spinner.tsx';

/** The HTML of a public page as a visitor first sees it, for the root element. Run by the build. */
export async function renderPage(path: string): Promise<string> {
  await preload(path);
  return toHtml(<App path={path} />);
}

/** What the pages that are not prerendered show until their script is there. */
export function renderShell(): Promise<string> {
  return toHtml(
    <main>
      <CentredSpinner />
    </main>,
  );
}

async function toHtml(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element, {
    // By default React moves what comes late in a long page to its end, with an inline script that puts it back.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError: (error) => {
      throw error;
    },
  });
  const html = await new Response(prelude).text();
  // What it keeps for a minute would keep the build waiting that long.
  queryClient.clear();
  return html;
}
