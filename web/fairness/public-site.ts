import type { Call } from '#contract/calls/call.ts';
import { getDraw, getGame, getLeaves, getProof, listOperatorKeys, listSeals } from '#contract/calls/draws.ts';
import { concatBytes, hashLength } from '#domain/fair-draw/bytes.ts';
import { readOperatorKeys, type ListedKey } from '#domain/fair-draw/operator-keys.ts';
import { readProof, type DrawProof } from '#domain/fair-draw/proof.ts';
import { readSealPage, type ListedSeal } from '#domain/fair-draw/seal-chain.ts';
import { readShownDraw, type ShownDraw } from '#domain/fair-draw/shown-draw.ts';
import { ApiError } from '#web/api/errors.ts';
import { addressOf, failureOf, send, type AddressInput } from '#web/api/request.ts';

/**
 * The site's public data, read as an outsider reads it: the raw bytes, parsed by the public format.
 *
 * Each call rejects with an ApiError if the site does not answer, and with `MalformedBytes` if the answer is malformed.
 */
export interface PublicSite {
  getProof(drawId: string): Promise<DrawProof>;
  /** The operator's keys, the first one first. */
  getOperatorKeys(): Promise<readonly ListedKey[]>;
  getDraw(drawId: string): Promise<ShownDraw>;
  getRules(rules: string): Promise<Uint8Array>;
  /** @param size how many leaves the seal names; one more is read at most */
  getLeaves(drawId: string, size: number, onBytes: (bytes: number) => void): Promise<Uint8Array>;
  /** The seal that the chain lists before the one with this hash; null when that is the first. */
  getSealBefore(sealHash: string): Promise<ListedSeal | null>;
}

/** In bytes. Documents are a few kilobytes; reading stops at this limit. */
const documentLimit = 2 ** 20;
/** A hundred thousand leaves take 3.2 MB, and a slow phone's network a minute for them. */
const leavesTimeoutMs = 300_000;

export const publicSite: PublicSite = {
  getProof: async (id) => readProof(await getJson(getProof, { params: { id } })),
  getOperatorKeys: async () => readOperatorKeys(await getJson(listOperatorKeys, {})),
  getDraw: async (id) => readShownDraw(await getJson(getDraw, { params: { id } })),
  getRules: (rules) => getBytes(getGame, { params: { rules } }, { limit: documentLimit }),
  getLeaves: (id, size, onBytes) =>
    getBytes(
      getLeaves,
      { params: { id } },
      { limit: (size + 1) * hashLength, accept: '*/*', timeoutMs: leavesTimeoutMs, onBytes },
    ),
  async getSealBefore(sealHash) {
    const { seals } = readSealPage(await getJson(listSeals, { query: { cursor: sealHash, limit: '1' } }));
    return seals[0] ?? null;
  },
};

async function getJson(call: Call, input: AddressInput): Promise<unknown> {
  const { response, body } = await get(call, input, { limit: documentLimit });
  const text = new TextDecoder().decode(body);
  const data = parse(text);
  if (!response.ok) throw failureOf(response, data);
  if (data === undefined) throw new ApiError({ kind: 'PARSING_ERROR', originalStatus: response.status, text });
  return data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function getBytes(call: Call, input: AddressInput, reading: Reading): Promise<Uint8Array> {
  const { response, body } = await get(call, input, reading);
  if (!response.ok) throw failureOf(response, null);
  return body;
}

interface Reading {
  /** In bytes. */
  readonly limit: number;
  readonly accept?: string;
  readonly timeoutMs?: number;
  readonly onBytes?: (bytes: number) => void;
}

function get(call: Call, input: AddressInput, reading: Reading) {
  const { accept = 'application/json', timeoutMs } = reading;
  const receive = async (response: Response) => ({ response, body: await readBody(response, reading) });
  return send(addressOf(call.path, input), { headers: { accept } }, receive, { timeoutMs });
}

/** Reads a body up to its limit. A longer one is cut there. */
async function readBody(response: Response, { limit, onBytes }: Reading): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body!.getReader();
  while (length < limit) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    onBytes?.(length);
  }
  await reader.cancel();
  return concatBytes(...parts).subarray(0, limit);
}
