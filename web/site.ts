/** The site's name, a setting of the build. */
export const siteTitle: string = import.meta.env.VITE_SITE_TITLE ?? 'Izi';

/** The four social links of the footer, each a setting of the build. */
export const socialLinks = [
  { name: 'Facebook', icon: 'facebook', href: import.meta.env.VITE_FACEBOOK_URL ?? 'https://www.facebook.com/' },
  { name: 'Instagram', icon: 'instagram', href: import.meta.env.VITE_INSTAGRAM_URL ?? 'https://www.instagram.com/' },
  { name: 'X', icon: 'x', href: import.meta.env.VITE_X_URL ?? 'https://x.com/' },
  { name: 'WhatsApp', icon: 'whatsapp', href: import.meta.env.VITE_WHATSAPP_URL ?? 'https://www.whatsapp.com/' },
] as const;

/** The contact address; if unset, none is shown. */
export const contactEmail: string | undefined = import.meta.env.VITE_CONTACT_EMAIL;
