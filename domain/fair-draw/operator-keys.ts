import * as records from '#domain/words/en/records.ts';
import * as words from '#domain/words/en/verify.ts';
import {
  MalformedBytes,
  attempt,
  equalBytes,
  fieldsOf,
  fromHex,
  readU64,
  requireHash,
  requireRecord,
  shortHex,
  tag,
  writeU64,
} from './bytes.ts';
import { operatorKeyLength, signatureLength, verifySignature } from './signatures.ts';

/** The announcement of the operator's next key. */
interface KeyChange {
  readonly former: Uint8Array;
  readonly next: Uint8Array;
  /** Milliseconds since 1970. No draw whose sales open later is committed with the former key. */
  readonly announcedAt: number;
  /** The hash of the newest seal at that time; zeros before the first. */
  readonly sealHash: Uint8Array;
}

const keyChangeLength = 120;
const keyChangeTag = tag('izi.opkey.v1');

/** The announcement's 120 public bytes. Both keys sign them. */
export function encodeKeyChange({ former, next, announcedAt, sealHash }: KeyChange): Uint8Array {
  const bytes = new Uint8Array(keyChangeLength);
  bytes.set(keyChangeTag, 0);
  bytes.set(requireHash(former, 'former key'), 16);
  bytes.set(requireHash(next, 'next key'), 48);
  writeU64(bytes, 80, announcedAt);
  bytes.set(requireHash(sealHash, 'seal hash'), 88);
  return bytes;
}

/** Reads an announcement; throws `MalformedBytes` for anything that is not exactly one. */
export function decodeKeyChange(bytes: Uint8Array): KeyChange {
  requireRecord(bytes, 'announcement of a key', keyChangeTag, keyChangeLength);
  return {
    former: bytes.slice(16, 48),
    next: bytes.slice(48, 80),
    announcedAt: readU64(bytes, 80, 'time of the announcement'),
    sealHash: bytes.slice(88, 120),
  };
}

/** One key as `GET /api/operator-keys` lists it. */
export interface ListedKey {
  readonly key: Uint8Array;
  /** Null for the first key. */
  readonly announced: {
    readonly record: Uint8Array;
    readonly formerSignature: Uint8Array;
    readonly signature: Uint8Array;
  } | null;
}

/** Reads the answer of `GET /api/operator-keys`, the first key first; throws `MalformedBytes` for anything else. */
export function readOperatorKeys(answer: unknown): ListedKey[] {
  const { data } = fieldsOf(answer, 'list of keys');
  if (!Array.isArray(data)) throw new MalformedBytes(records.notKeys);
  return data.map((item) => {
    const { key, announcement, formerSignature, signature } = fieldsOf(item, 'key');
    return {
      key: fromHex(key, 'operator’s key', operatorKeyLength),
      announced:
        announcement === null
          ? null
          : {
              record: fromHex(announcement, 'announcement of a key', keyChangeLength),
              formerSignature: fromHex(formerSignature, 'signature of the former key', signatureLength),
              signature: fromHex(signature, 'signature of the next key', signatureLength),
            },
    };
  });
}

/** The operator's keys, each proven to follow the one before it. */
export interface KeyChain {
  readonly keys: readonly Uint8Array[];
  /** The change to each key but the first. */
  readonly changes: readonly KeyChange[];
}

/** Follows the announcements from the first key to the last, or says in a sentence which one does not hold. */
export function followKeys(listed: readonly ListedKey[]): KeyChain | string {
  const changes: KeyChange[] = [];
  for (const [place, { key, announced }] of listed.entries()) {
    const before = listed[place - 1];
    if (listed.findIndex((other) => equalBytes(other.key, key)) !== place) {
      return words.keyTwice(shortHex(key));
    }
    if (!before) {
      if (announced) return words.keyFollowsNone(shortHex(key));
      continue;
    }
    if (!announced) return words.keyUnannounced(shortHex(key));
    const change = attempt(() => decodeKeyChange(announced.record));
    if (typeof change === 'string') return change;
    if (!equalBytes(change.former, before.key) || !equalBytes(change.next, key)) {
      return words.keyAnnouncesOthers(shortHex(key), shortHex(before.key));
    }
    if (!verifySignature(announced.formerSignature, announced.record, before.key)) {
      return words.keyBeforeUnsigned(shortHex(before.key), shortHex(key));
    }
    if (!verifySignature(announced.signature, announced.record, key)) {
      return words.keyUnsigned(shortHex(key));
    }
    if (change.announcedAt < (changes.at(-1)?.announcedAt ?? 0)) {
      return words.keyEarly(shortHex(key));
    }
    changes.push(change);
  }
  return { keys: listed.map(({ key }) => key), changes };
}

/** This key and those that followed it; only itself where the list does not hold or prove it. */
export function keysFrom(key: Uint8Array, listed: readonly ListedKey[]): readonly Uint8Array[] {
  const chain = followKeys(listed);
  const place = typeof chain === 'string' ? -1 : placeOf(key, chain);
  return place === -1 ? [key] : (chain as KeyChain).keys.slice(place);
}

export function placeOf(key: Uint8Array, { keys }: KeyChain): number {
  return keys.findIndex((other) => equalBytes(other, key));
}
