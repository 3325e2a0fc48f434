import '#ui/tokens.css';
import '#ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Router, type AroundNavHandler } from 'wouter';
import { queryClient } from './api/queries.ts';
import { AppRoutes } from './routes.tsx';

/**
 * The whole app, in the browser and in the prerender.
 *
 * @param path the page that the HTML holds: hydration begins with it, and without the search, which the HTML cannot know
 */
export function App({ path }: { path: string }) {
  return (
    <Router ssrPath={path} ssrSearch="" aroundNav={goTo}>
      <QueryClientProvider client={queryClient}>
        <AppRoutes />
      </QueryClientProvider>
    </Router>
  );
}

/**
 * Takes the address to another page, which begins at its top. A link to the address that one is at makes no new entry in the
 * history. Back and forward do not come here: the browser itself returns to where the visitor was.
 */
const goTo: AroundNavHandler = (navigate, to, options) => {
  const { pathname, href } = location;
  navigate(to, { replace: new URL(to, href).href === href, ...options });
  if (location.pathname !== pathname) scrollTo(0, 0);
};
