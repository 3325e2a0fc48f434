import '#ui/tokens.css';
import '#ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Router, type AroundNavHandler } from 'wouter';
import { queryClient } from './api/queries.ts';
import { ErrorBoundary } from './layout/ErrorBoundary.tsx';
import { Stopped } from './layout/Stopped.tsx';
import { AppRoutes } from './routes.tsx';
import { base } from '#web/words/en/language.ts';

/**
 * The whole app, in the browser and in the prerender.
 *
 * @param path the address of the page in the HTML. Hydration starts with it and without the search, which the prerender cannot know
 */
export function App({ path }: { path: string }) {
  return (
    <Router base={base} ssrPath={path} ssrSearch="" aroundNav={goTo}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary renderBroken={() => <Stopped />}>
          <AppRoutes />
        </ErrorBoundary>
      </QueryClientProvider>
    </Router>
  );
}

/**
 * Navigates to another page and scrolls to its top. A link to the current address adds no history entry. Back and forward
 * do not come here: the browser restores their scroll position.
 */
const goTo: AroundNavHandler = (navigate, to, options) => {
  const { pathname, href } = location;
  navigate(to, { replace: new URL(to, href).href === href, ...options });
  if (location.pathname !== pathname) scrollTo(0, 0);
};
