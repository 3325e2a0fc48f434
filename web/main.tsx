import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { preload } from './routes.tsx';

const root = document.getElementById('root')!;
const app = <App path={location.pathname} />;

// The HTML may be the prerendered page of this path, or the empty shell that all other paths share.
if (root.dataset.page === location.pathname) {
  preload(location.pathname).then(
    // As a transition, hydration is split into slices of 5 ms, so that a slow phone can paint and scroll between them.
    () => startTransition(() => void hydrateRoot(root, app)),
    () => render(),
  );
} else {
  render();
}

function render() {
  root.textContent = '';
  createRoot(root).render(app);
}
