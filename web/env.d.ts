interface ImportMetaEnv {
  readonly VITE_SITE_TITLE?: string;
  readonly VITE_CONTACT_EMAIL?: string;
  readonly VITE_CONTACT_PHONE?: string;
  readonly VITE_HELP_NAME?: string;
  readonly VITE_HELP_URL?: string;
  readonly VITE_FACEBOOK_URL?: string;
  readonly VITE_INSTAGRAM_URL?: string;
  readonly VITE_X_URL?: string;
  readonly VITE_WHATSAPP_URL?: string;
}
