import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { checkSiteSettings, hasSiteSettings } from './site-settings.ts';

it('accepts the settings of an operator', () => {
  checkSiteSettings({
    PATH: '/usr/bin',
    VITE_SITE_TITLE: 'Loto Bonheur',
    VITE_CONTACT_EMAIL: 'help@izi.example',
    VITE_CONTACT_PHONE: '+225 07 00 00 00 00',
    VITE_HELP_NAME: 'Help',
    VITE_HELP_URL: 'https://help.example/izi',
    VITE_X_URL: 'https://x.com/izi',
  });
});

it.each([
  ['VITE_CONTACT_EMAIL', 'help'],
  ['VITE_CONTACT_PHONE', '0700000000'],
  ['VITE_HELP_URL', 'http://help.example'],
  ['VITE_FACEBOOK_URL', 'javascript:alert(1)'],
  ['VITE_SITE_TITLE', ' '],
  ['VITE_CONTACT_MAIL', 'help@izi.example'],
])('refuses %s=%s, and names it', (name, value) => {
  expect(() => checkSiteSettings({ [name]: value })).toThrow(name);
});

it('tells a site with settings, whose bytes are not held against the budgets, from one without', () => {
  expect(hasSiteSettings({ PATH: '/bin', VITE_SITE_TITLE: 'Izi' })).toBe(false);
  expect(hasSiteSettings({ VITE_SITE_TITLE: 'Loto Bonheur' })).toBe(true);
  expect(hasSiteSettings({ VITE_SITE_TITLE: 'Izi', VITE_X_URL: 'https://x.com/izi' })).toBe(true);
});

it('knows exactly the settings that .env.example explains and web/site.ts uses', () => {
  const namesIn = (file: string) =>
    new Set(readFileSync(join(import.meta.dirname, '../..', file), 'utf8').match(/VITE_[A-Z_]+/g));
  const explained = namesIn('.env.example');
  expect(new Set([...namesIn('web/site.ts'), ...namesIn('web/contact.ts')])).toEqual(explained);
  for (const name of explained) expect(() => checkSiteSettings({ [name]: '' })).toThrow(/has to be/);
});

it('replaces the default addresses with the operator’s', async () => {
  vi.stubEnv('VITE_CONTACT_EMAIL', 'help@izi.example');
  vi.stubEnv('VITE_HELP_URL', 'https://help.example/');
  vi.stubEnv('VITE_X_URL', 'https://x.com/izi');
  vi.resetModules();
  const { socialLinks } = (await import('#web/site.ts')) as typeof import('#web/site.ts');
  const { contact, help } = (await import('#web/contact.ts')) as typeof import('#web/contact.ts');
  vi.unstubAllEnvs();
  expect(contact).toEqual({ email: 'help@izi.example', phone: undefined });
  expect(help).toEqual({ name: 'Gambling Therapy', href: 'https://help.example/' });
  expect(socialLinks.map(({ href }) => href)).toEqual(['https://x.com/izi']);
});
