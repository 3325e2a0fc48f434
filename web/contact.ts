// Settings of the operator, as in `site.ts`: in a file of their own, because the first page shows none of them.

/** How players reach the operator. Without it the pages are those of a demonstration: production does not start. */
export const contact = { email: import.meta.env.VITE_CONTACT_EMAIL, phone: import.meta.env.VITE_CONTACT_PHONE };

/** Help for people who gamble too much. By default an organisation that helps online in any country. */
export const help = {
  name: import.meta.env.VITE_HELP_NAME ?? 'Gambling Therapy',
  href: import.meta.env.VITE_HELP_URL ?? 'https://www.gamblingtherapy.org/',
};
