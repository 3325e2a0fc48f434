import { icons } from '#ui/icons.ts';
/** What the operator sets for the site: environment variables of the build, which `.env.example` explains. */
const settings = import.meta.env;

/** The site's name. */
export const siteTitle: string = settings.VITE_SITE_TITLE ?? 'Izi';

/** The four social links of the footer. Unset, each leads to the network itself. */
export const socialLinks = [
  { name: 'Facebook', icon: icons.facebook, href: settings.VITE_FACEBOOK_URL ?? 'https://www.facebook.com/' },
  { name: 'Instagram', icon: icons.instagram, href: settings.VITE_INSTAGRAM_URL ?? 'https://www.instagram.com/' },
  { name: 'X', icon: icons.x, href: settings.VITE_X_URL ?? 'https://x.com/' },
  { name: 'WhatsApp', icon: icons.whatsapp, href: settings.VITE_WHATSAPP_URL ?? 'https://www.whatsapp.com/' },
] as const;

/** How players reach the operator. There is no default: an invented address would be answered by nobody. */
export const contact = { email: settings.VITE_CONTACT_EMAIL, phone: settings.VITE_CONTACT_PHONE };

/** Help for people who gamble too much. By default an organisation that helps online in any country. */
export const help = {
  name: settings.VITE_HELP_NAME ?? 'Gambling Therapy',
  href: settings.VITE_HELP_URL ?? 'https://www.gamblingtherapy.org/',
};
