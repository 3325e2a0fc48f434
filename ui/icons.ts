import type { IconPath } from './Icon.tsx';

/** The icons that the frame of every page, or the first page, may show. All others are in `more-icons.ts`. */
export const icons = {
  basket: 'M3 10h18l-1.6 9H4.6L3 10ZM8 10l3-6M16 10l-3-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8h.01',
  warning: 'M12 4 2.8 19.5h18.4L12 4ZM12 10v4M12 17h.01',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z',
  direction: 'M20 7H4M8 3 4 7l4 4M20 17h-9',
  shuffle: 'M3.5 7H7l9.5 10h4M17.5 14l3 3-3 3M3.5 17H7l2.5-2.7M13.5 9.5 16.5 7h4M17.5 4l3 3-3 3',
  repeat: 'M4 11V9a3 3 0 0 1 3-3h12M16 3l3 3-3 3M20 13v2a3 3 0 0 1-3 3H5M8 21l-3-3 3-3',
  chevronDown: 'm6 9.5 6 6 6-6',
} as const satisfies Record<string, IconPath>;
