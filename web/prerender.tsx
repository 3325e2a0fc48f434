import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { queryClient } from './api/queries.ts';
import { App } from './App.tsx';
import { preload } from './routes.tsx';

/** The HTML of a public page as a visitor first sees it, for the root element. Run by the build. */
export async function renderPage(path: string): Promise<string> {
  await preload(path);
  const app = (
    <StaticRouter location={path}>
      <App />
    </StaticRouter>
  );
  const { prelude } = await prerender(app, {
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
