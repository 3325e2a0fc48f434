import { findEmbedded } from '#database/embedded.ts';

/** Where the second opinion finds the embedded database in `DATA_DIR`, with its own login; null while its server does not run. */
export async function findOpinionAddress(env: Readonly<Record<string, string | undefined>>): Promise<string | null> {
  const found = await findEmbedded(env['DATA_DIR']?.trim() || './data');
  if (found === null) return null;
  const address = new URL(`postgres://izi_opinion@localhost:${found.port}/${found.database}`);
  address.searchParams.set('host', found.host!);
  return address.href;
}
