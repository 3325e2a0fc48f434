import { getMe, updateUser } from '#contract/calls/identity.ts';
import { call } from '#web/api/call.ts';
import { readToken } from '#web/api/token.ts';
import { local, session } from '#web/storage/storage.ts';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/api.ts';
import { base } from '#web/words/en/language.ts';
import type { Locale, locales } from '#web/words/locales.ts';
import { carryFields } from './carried-fields.ts';
import { isReachable } from './load-again.ts';

/**
 * Opens this page in another language, with what is typed into it, and keeps the choice: on this device, and for the messages to a
 * client. Without a network the language stays: the browser would show its own error in place of a page that it does not have.
 */
export async function changeTo({ code, base: other }: (typeof locales)[number]): Promise<void> {
  if (!(await isReachable())) return toast.error(words.FETCH_ERROR.text);
  local.setItem('locale', code);
  // A server that does not answer keeps nobody from their language.
  if (readToken()) await tellServer(code).catch(() => {});
  // A ticket that is being made up goes into it.
  dispatchEvent(new Event('leave'));
  // `boot.js` of the other page puts it into its history entry: receipts, and the way back from a sign-in.
  session.setItem('carried', JSON.stringify(history.state));
  carryFields();
  // With its origin: a path that begins with two slashes would lead to another site.
  location.assign(location.origin + other + location.href.slice(location.origin.length + base.length));
}

/** In milliseconds, for each of the two calls. */
const timeoutMs = 4_000;

async function tellServer(locale: Locale): Promise<void> {
  const { id } = await call(getMe, {}, { timeoutMs });
  await call(updateUser, { params: { id: String(id) }, body: { locale } }, { timeoutMs });
}
