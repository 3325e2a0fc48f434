import type { IconPath } from '#ui/Icon.tsx';
// The operator's settings of the site: environment variables of the build, which `.env.example` explains. Each is named in full, so that
// the build puts in its value and not the whole list.

/** The site's name. */
export const siteTitle: string = import.meta.env.VITE_SITE_TITLE ?? 'Izi';

const facebook: IconPath =
  'M14.5 21v-7.5H17l.5-3h-3V8.7c0-1 .4-1.7 1.8-1.7h1.3V4.2c-.6-.1-1.2-.2-2-.2-2.5 0-4.1 1.5-4.1 4.2v2.3H9v3h2.5V21';
const instagram: IconPath =
  'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM17 7h.01';
const x: IconPath = 'M4 4l16 16M20 4 4 20';
const whatsapp: IconPath = 'm4 20 1.2-4A8 8 0 1 1 8 18.9L4 20ZM9.5 8.5c-1 2 2.5 6 5.5 6';

/** The four social links of the footer: the operator's own pages. Without its setting a network has no link, and the build leaves it out. */
export const socialLinks: readonly { readonly name: string; readonly icon: IconPath; readonly href: string }[] = [
  ...(import.meta.env.VITE_FACEBOOK_URL
    ? [{ name: 'Facebook', icon: facebook, href: import.meta.env.VITE_FACEBOOK_URL }]
    : []),
  ...(import.meta.env.VITE_INSTAGRAM_URL
    ? [{ name: 'Instagram', icon: instagram, href: import.meta.env.VITE_INSTAGRAM_URL }]
    : []),
  ...(import.meta.env.VITE_X_URL ? [{ name: 'X', icon: x, href: import.meta.env.VITE_X_URL }] : []),
  ...(import.meta.env.VITE_WHATSAPP_URL
    ? [{ name: 'WhatsApp', icon: whatsapp, href: import.meta.env.VITE_WHATSAPP_URL }]
    : []),
];
