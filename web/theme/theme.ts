import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { local } from '#web/storage/storage.ts';

interface Theme {
  readonly mode: 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
}

/** `boot.js` reads it before the first paint. */
const key = 'theme';
const initial: Theme = { mode: 'light', direction: 'ltr' };

const store = createStore<Theme>(() => readTheme(local.getItem(key)));

/** Light and left to right on the prerendered first render. */
export function useTheme(): Theme {
  return useSyncExternalStore(store.subscribe, store.getState, () => initial);
}

/** Changes the mode, the direction or both, here and for later visits. */
export function setTheme(change: Partial<Theme>) {
  const theme = { ...store.getState(), ...change };
  store.setState(theme, true);
  local.setItem(key, JSON.stringify(theme));
  document.documentElement.dataset.theme = theme.mode;
  document.documentElement.dir = theme.direction;
}

/** Reads a stored theme; any value other than its four words gives the default. */
export function readTheme(text: string | null): Theme {
  try {
    const { mode, direction } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return { mode: mode === 'dark' ? 'dark' : 'light', direction: direction === 'rtl' ? 'rtl' : 'ltr' };
  } catch {
    return initial;
  }
}
