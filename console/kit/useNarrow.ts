import { useSyncExternalStore } from 'react';

/** The same widths as in Split.module.css and Table.module.css. */
const windows = { narrow: matchMedia('(max-width: 1180px)'), phone: matchMedia('(max-width: 760px)') };

/** Whether the window is too narrow for all columns of a list; or, as on a phone, for columns at all. */
export function useNarrow(which: keyof typeof windows = 'narrow'): boolean {
  const list = windows[which];
  return useSyncExternalStore(
    (onChange) => {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => list.matches,
  );
}
