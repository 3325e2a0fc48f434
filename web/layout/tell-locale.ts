import { getMe, updateUser } from '#contract/calls/identity.ts';
import { call } from '#web/api/call.ts';
import type { Locale } from '#web/words/locales.ts';

/** Tells the server in which language the client wants its messages. */
export async function tellLocale(locale: Locale): Promise<void> {
  const { id } = await call(getMe);
  await call(updateUser, { params: { id: String(id) }, body: { locale } });
}
