// What the operator sets, as in `site.ts`: apart, because the first page shows none of it.

/** How players reach the operator. There is no default: an invented address would be answered by nobody. */
export const contact = { email: import.meta.env.VITE_CONTACT_EMAIL, phone: import.meta.env.VITE_CONTACT_PHONE };

/** Help for people who gamble too much. By default an organisation that helps online in any country. */
export const help = {
  name: import.meta.env.VITE_HELP_NAME ?? 'Gambling Therapy',
  href: import.meta.env.VITE_HELP_URL ?? 'https://www.gamblingtherapy.org/',
};
