import { icons } from '#ui/icons.ts';
// What the operator sets for the site: environment variables of the build, which `.env.example` explains. Each is named in full,
// so that the build puts in its value and not the whole list.

/** The site's name. */
export const siteTitle: string = import.meta.env.VITE_SITE_TITLE ?? 'Izi';

/** The four social links of the footer. Unset, each leads to the network itself. */
export const socialLinks = [
  { name: 'Facebook', icon: icons.facebook, href: import.meta.env.VITE_FACEBOOK_URL ?? 'https://www.facebook.com/' },
  {
    name: 'Instagram',
    icon: icons.instagram,
    href: import.meta.env.VITE_INSTAGRAM_URL ?? 'https://www.instagram.com/',
  },
  { name: 'X', icon: icons.x, href: import.meta.env.VITE_X_URL ?? 'https://x.com/' },
  { name: 'WhatsApp', icon: icons.whatsapp, href: import.meta.env.VITE_WHATSAPP_URL ?? 'https://www.whatsapp.com/' },
] as const;
