import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';

export type Theme = 'light' | 'dark' | 'system';

/** `public/boot.js` reads it before the first paint; without it the system decides. */
const key = 'console-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const store = createStore<{ theme: Theme }>(() => ({ theme: stored() }));

system.addEventListener('change', () => show(store.getState().theme));

export function useTheme(): Theme {
  return useSyncExternalStore(store.subscribe, () => store.getState().theme);
}

/** Changes the theme, here and for later visits. */
export function setTheme(theme: Theme): void {
  store.setState({ theme });
  show(theme);
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage is blocked: it lasts as long as the page.
  }
}

function show(theme: Theme): void {
  const shown = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme;
  document.documentElement.dataset.theme = shown;
}

function stored(): Theme {
  try {
    const theme = localStorage.getItem(key);
    return theme === 'light' || theme === 'dark' ? theme : 'system';
  } catch {
    return 'system';
  }
}
