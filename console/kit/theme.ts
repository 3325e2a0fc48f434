import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';

export type Theme = 'light' | 'dark';

/** `public/boot.js` reads it before the first paint. */
const key = 'console-theme';

const store = createStore<{ theme: Theme }>(() => ({
  theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
}));

export function useTheme(): Theme {
  return useSyncExternalStore(store.subscribe, () => store.getState().theme);
}

/** Changes the theme, here and for later visits. */
export function setTheme(theme: Theme): void {
  store.setState({ theme });
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage is blocked: it lasts as long as the page.
  }
}
