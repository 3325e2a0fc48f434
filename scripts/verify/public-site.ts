import { fieldsOf, hashLength, readId } from '#domain/fair-draw/bytes.ts';
import { readOperatorKeys, type ListedKey } from '#domain/fair-draw/operator-keys.ts';
import { readProof } from '#domain/fair-draw/proof.ts';
import { readSealPage } from '#domain/fair-draw/seal-chain.ts';
import { readShownDraw } from '#domain/fair-draw/shown-draw.ts';

/** The public API of a running site: none of it needs a sign-in. */
export type PublicSite = ReturnType<typeof openSite>;

/** The site did not answer, so nothing can be said about it. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** The site answers that it does not have what it must publish. */
export class Withheld extends Error {
  override readonly name = 'Withheld';
}

const documentLimit = 4 * 2 ** 20;
const answerTimeout = 60_000;

export function openSite(address: string) {
  const base = new URL('api/', address.endsWith('/') ? address : `${address}/`);
  const bytes = (path: string, limit = documentLimit) => getBytes(new URL(path, base), limit);
  const json = async (path: string) => parseJson(path, await bytes(path));
  return {
    getProof: async (drawId: string) => readProof(await json(`draws/${drawId}/proof`)),
    /** @param size the number of leaves in the seal; at most one more is read */
    getLeaves: (drawId: string, size: number) => bytes(`draws/${drawId}/leaves`, (size + 1) * hashLength),
    getDraw: async (drawId: string) => readShownDraw(await json(`draws/${drawId}`)),
    getRules: (rules: string) => bytes(`games/${encodeURIComponent(rules)}`),
    getSeals: async (cursor: string | null) => readSealPage(await json(`seals?${pageQuery(cursor)}`)),
    /** None where the site does not list its keys, as before they could change. */
    getOperatorKeys: async () => readOperatorKeys(await json('operator-keys').catch(noKeysWhenWithheld)),
    getDrawnIds: async (cursor: string | null) => readResults(await json(`results?${pageQuery(cursor)}`)),
  };
}

function noKeysWhenWithheld(error: unknown): { data: ListedKey[] } {
  if (error instanceof Withheld) return { data: [] };
  throw error;
}

function pageQuery(cursor: string | null): string {
  return new URLSearchParams({ limit: '100', ...(cursor === null ? {} : { cursor }) }).toString();
}

/** Reads a body, and stops once `limit` bytes have arrived: a body that is too long stays recognisable. */
async function getBytes(url: URL, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(answerTimeout) });
    if (response.status === 404) throw new Withheld(`${url.pathname} is not there.`);
    if (!response.ok || !response.body) throw new Unanswered(`${url.pathname} answered ${response.status}.`);
    for await (const part of response.body) {
      parts.push(part);
      length += part.length;
      if (length >= limit) break;
    }
  } catch (error) {
    if (error instanceof Withheld || error instanceof Unanswered) throw error;
    const cause = (error as Error).cause ?? error;
    throw new Unanswered(`${url.href} did not answer: ${(cause as Error).message}`);
  }
  return Uint8Array.from(Buffer.concat(parts)).subarray(0, limit);
}

function parseJson(path: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new Unanswered(`/api/${path} did not answer with JSON.`);
  }
}

function readResults(answer: unknown): { ids: string[]; next: string | null } {
  const page = fieldsOf(answer, 'page of results');
  const items = Array.isArray(page.data) ? page.data : [];
  const { next } = fieldsOf(page.meta, 'page of results');
  return {
    ids: items.map((item) => readId(fieldsOf(item, 'result').id)),
    next: typeof next === 'string' ? next : null,
  };
}
