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

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** The size of a chart's picture. On a phone all of it is in sight: the newest values, on its right, would be beside the window. */
export function useChartSize({ width, height }: ChartSize): ChartSize {
  return useNarrow('phone') ? { width: Math.min(width, 370), height: Math.min(height, 180) } : { width, height };
}
