import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { preload } from './routes.tsx';

const root = document.getElementById('root')!;
const app = <App path={location.pathname} />;

// The HTML may be the prerendered page of this path, or the empty shell that all other paths share.
if (root.dataset.page === location.pathname) {
  preload(location.pathname).then(
    // As a transition it is done in slices of 5 ms, between which a slow phone can paint and scroll.
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
