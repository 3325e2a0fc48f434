import { useSyncExternalStore } from 'react';

/** The same width as in Split.module.css. */
const narrow = matchMedia('(max-width: 1180px)');

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/** Whether the window is too narrow for all columns of a list. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
