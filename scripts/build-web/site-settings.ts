/** The valid values of the site's settings, by name; `web/site.ts` uses them. */
const rules: Readonly<Record<string, readonly [pattern: RegExp, what: string]>> = {
  VITE_SITE_TITLE: [/\S/, 'a name'],
  VITE_CONTACT_EMAIL: [/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/, 'an e-mail address'],
  VITE_CONTACT_PHONE: [/^\+\d[\d ]{5,18}$/, 'a phone number with its country code, such as +225 07 00 00 00 00'],
  VITE_HELP_NAME: [/\S/, 'a name'],
  VITE_HELP_URL: [/^https:\/\/[^\s/]+/, 'an address that begins with https://'],
  VITE_FACEBOOK_URL: [/^https:\/\/[^\s/]+/, 'an address that begins with https://'],
  VITE_INSTAGRAM_URL: [/^https:\/\/[^\s/]+/, 'an address that begins with https://'],
  VITE_X_URL: [/^https:\/\/[^\s/]+/, 'an address that begins with https://'],
  VITE_WHATSAPP_URL: [/^https:\/\/[^\s/]+/, 'an address that begins with https://'],
};

/**
 * Throws when a setting of the site is not what it has to be, or is unknown: a misspelt name would otherwise leave the
 * default on every page.
 */
export function checkSiteSettings(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('VITE_') || value === undefined) continue;
    const rule = rules[name];
    if (!rule)
      throw new Error(`${name} is not a setting of the site. The settings are ${Object.keys(rules).join(', ')}`);
    const [pattern, what] = rule;
    if (!pattern.test(value)) throw new Error(`${name} has to be ${what}`);
  }
}

/** The name of a site without settings, which `vite.config.ts` sets. */
export const defaultTitle = 'Izi';

/** Whether an operator has set anything of the site. */
export function hasSiteSettings(env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(env).some(
    ([name, value]) => name.startsWith('VITE_') && !(name === 'VITE_SITE_TITLE' && value === defaultTitle),
  );
}
