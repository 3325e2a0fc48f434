import type { IconPath } from './Icon.tsx';

/** The icons that only later pages and parts show: apart from `icons.ts`, so that a first visit does not load them. */
export const moreIcons = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  offline: 'M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4-2.4M19 12a10 10 0 0 0-5.5-2.8M12 19h.01',
  cross: 'M7 7l10 10M17 7 7 17',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3 2',
  back: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5',
  logOut: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  wallet:
    'M4 7.5h14.5A1.5 1.5 0 0 1 20 9v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6.5A2 2 0 0 1 6 4.5h11M16 13.5h.01',
  ticket: 'M4 7h16v3.5a1.8 1.8 0 0 0 0 3.5V17H4v-3a1.8 1.8 0 0 0 0-3.5V7ZM14 7v10',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.5',
  results: 'M5 20v-6M12 20V5M19 20v-9',
  play: 'M8 5.5v13l11-6.5-11-6.5Z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  eyeOff:
    'M4 4l16 16M9.5 6a9 9 0 0 1 2.5-.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M6 7.8A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 3.5-.7',
  trash: 'M4 7h16M9 7V4.5h6V7M6.5 7l1 12.5h9l1-12.5M10 11v5M14 11v5',
  dice: 'M5 5h14v14H5V5ZM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  star: 'm12 4 2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8L12 4Z',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6l-7-2.5ZM9 12l2.2 2.2L15.2 10',
  calendar: 'M4 6h16v14H4V6ZM4 10.5h16M8.5 3.5v5M15.5 3.5v5',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  share: 'M12 14.5v-11M8 7.5l4-4 4 4M6 12v8.5h12V12',
  seal: 'm12 2.5 2.4 1.9 3.1-.2.9 3 2.4 1.9-1.2 2.9 1.2 2.9-2.4 1.9-.9 3-3.1-.2L12 21.5l-2.4-1.9-3.1.2-.9-3L3.2 14.9l1.2-2.9-1.2-2.9 2.4-1.9.9-3 3.1.2L12 2.5ZM8.4 12l2.6 2.6 4.8-5',
  chevronNext: 'm9.5 6 6 6-6 6',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  lock: 'M6 11h12v9H6v-9ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  mail: 'M4 6h16v12H4V6ZM4 7l8 6 8-6',
} as const satisfies Record<string, IconPath>;
