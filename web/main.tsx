import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { preload } from './routes.tsx';
import { base } from '#web/words/en/language.ts';

const root = document.getElementById('root')!;
const app = <App path={location.pathname} />;

void preload(location.pathname.slice(base.length)).then((isLoaded) =>
  // A transition renders in slices of 5 ms, so that a slow phone can paint and scroll between them.
  startTransition(() => {
    if (isLoaded && root.dataset.page === location.pathname) hydrateRoot(root, app);
    // The content of the HTML stays until the first render replaces it.
    else createRoot(root).render(app);
  }),
);
