import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { queryClient } from './api/queries.ts';
import { prerenderAs } from './api/token.ts';
import { App } from './App.tsx';
import { Layout } from './layout/Layout.tsx';
import { Page } from './layout/Page.tsx';
import { pages } from './pages.ts';
import { preload } from './routes.tsx';
import { ShellOfClients } from './session/Guard.tsx';
import { Card } from '#ui/Card.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { CentredSpinner } from '#ui/Spinner.tsx';
import { addressIn, base } from '#web/words/en/language.ts';
import { words as checkoutWords } from '#web/words/en/checkout.ts';

/**
 * The HTML of a page for the root element, run by the build: of a visitor's first render, or for a page of clients of a
 * client's, before any call is answered.
 */
export async function renderPage(path: string): Promise<string> {
  const isForClients = pages.find((page) => page.path === path)?.only === 'clients';
  prerenderAs(isForClients ? 'a client' : null);
  if (!(await preload(path))) throw new Error(`the code of ${path} does not load`);
  const frame = frames[path];
  const app = frame ? <Frame path={path} {...frame} /> : <App path={addressIn(path)} />;
  return toHtml(isForClients ? <ShellOfClients>{app}</ShellOfClients> : app);
}

interface Heading {
  readonly title: string;
  readonly lead?: ReactNode;
}

/** Headings of the pages whose content depends on what the device stores. Their HTML has only heading, lead and placeholders. */
const frames: Readonly<Record<string, Heading>> = {
  '/checkout': { title: checkoutWords.title },
};

function Frame({ path, title, lead }: Heading & { path: string }) {
  return (
    <Router base={base} ssrPath={addressIn(path)} ssrSearch="">
      <QueryClientProvider client={queryClient}>
        <Layout>
          <Page title={title} lead={lead} width="narrow">
            <Card>
              <Skeleton lines={8} />
            </Card>
          </Page>
        </Layout>
      </QueryClientProvider>
    </Router>
  );
}

/** The shell that the service worker answers with for any page but `/`. */
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
