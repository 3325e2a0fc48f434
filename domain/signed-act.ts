import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, fieldsOf, MalformedBytes, tag, toHex } from './fair-draw/bytes.ts';

/** The act that two operators sign: its kind, subject and values, the asker, the end, and the site on which it is signed. */
export interface SignedAct {
  /** The id of the request. */
  readonly id: string;
  readonly kind: string;
  /** Such as `client 42`. */
  readonly subject: string;
  readonly new: unknown;
  /** The old values that the asker saw. */
  readonly old: unknown;
  readonly reason: string;
  readonly evidence: string | null;
  /** The name of an operator. */
  readonly askedBy: string;
  /** RFC 3339, in UTC. */
  readonly expiresAt: string;
  /** The origin of the console, such as `https://console.izi.example`. */
  readonly console: string;
}

const actTag = tag('izi.act.v1');

/** Reads the bytes of an act, a tag and then JSON in UTF-8; throws `MalformedBytes` for anything else. */
export function readAct(bytes: Uint8Array): SignedAct {
  if (!equalBytes(bytes.subarray(0, actTag.length), actTag)) {
    throw new MalformedBytes('These bytes do not begin with the tag of an act.');
  }
  const fields = fieldsOf(parse(bytes.subarray(actTag.length)), 'act');
  const text = (name: string) => {
    const value = fields[name];
    if (typeof value !== 'string') throw new MalformedBytes(`The ${name} of the act is not text.`);
    return value;
  };
  return {
    id: text('id'),
    kind: text('kind'),
    subject: text('subject'),
    new: fields['new'],
    old: fields['old'],
    reason: text('reason'),
    evidence: fields['evidence'] === null ? null : text('evidence'),
    askedBy: text('askedBy'),
    expiresAt: text('expiresAt'),
    console: text('console'),
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    // Percent-encoding is the decoder of UTF-8 that the language itself has.
    return JSON.parse(decodeURIComponent(toHex(bytes).replaceAll(/../g, '%$&')));
  } catch {
    throw new MalformedBytes('The act is not JSON.');
  }
}

/** The challenge that a passkey signs for an act. */
export function hashAct(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}
