import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { storage } from '#web/storage/storage.ts';

export type Mode = 'light' | 'dark';
export type Direction = 'ltr' | 'rtl';
export interface Theme {
  readonly mode: Mode;
  readonly direction: Direction;
}

/** Where `boot.js` finds the theme before the first paint. */
const key = 'theme';
const initial: Theme = { mode: 'light', direction: 'ltr' };

const store = createStore<Theme>(() => readTheme(storage('localStorage')?.getItem(key) ?? null));

/** Light and left to right on the prerendered first render. */
export function useTheme(): Theme {
  return useSyncExternalStore(store.subscribe, store.getState, () => initial);
}

export function setMode(mode: Mode) {
  apply({ ...store.getState(), mode });
}

export function setDirection(direction: Direction) {
  apply({ ...store.getState(), direction });
}

/** A stored theme; anything else than its four words is the default. */
export function readTheme(text: string | null): Theme {
  try {
    const { mode, direction } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    return { mode: mode === 'dark' ? 'dark' : 'light', direction: direction === 'rtl' ? 'rtl' : 'ltr' };
  } catch {
    return initial;
  }
}

function apply(theme: Theme) {
  store.setState(theme, true);
  storage('localStorage')?.setItem(key, JSON.stringify(theme));
  document.documentElement.dataset.theme = theme.mode;
  document.documentElement.dir = theme.direction;
}
