import { getMe, updateUser } from '#contract/calls/identity.ts';
import { call } from '#web/api/call.ts';
import { readToken } from '#web/api/token.ts';
import { storage } from '#web/storage/storage.ts';
import { base } from '#web/words/en/language.ts';
import type { Locale, locales } from '#web/words/locales.ts';

/** Opens this page in another language, and keeps the choice: on this device, and for the messages to a client. */
export async function changeTo({ code, base: other }: (typeof locales)[number]): Promise<void> {
  storage('localStorage')?.setItem('locale', code);
  // Without a network the page changes its language anyway.
  if (readToken()) await tellServer(code).catch(() => {});
  // With its origin: a path that begins with two slashes would lead to another site.
  location.assign(location.origin + other + location.href.slice(location.origin.length + base.length));
}

async function tellServer(locale: Locale): Promise<void> {
  const { id } = await call(getMe);
  await call(updateUser, { params: { id: String(id) }, body: { locale } });
}
