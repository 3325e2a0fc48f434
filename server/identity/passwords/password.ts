import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limitTurns } from '#database/limit-turns.ts';
import { Refusal } from '#server/http/refusal.ts';
import { shareOfMachine } from '#server/processes/part.ts';

const deriveKey = promisify(argon2);

/** The cost of a hash by argon2id. */
interface PasswordCost {
  /** KiB */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's second choice: 19 MiB, two passes, one lane. */
export const usualCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
let costOfNew = usualCost;

/** Only for tests: at the usual cost, their thousands of hashes take minutes. */
export function setPasswordCost(given: PasswordCost): void {
  costOfNew = given;
}

const saltBytes = 16;
const tagBytes = 32;

/** Each hash takes a core and 19 MiB, so few run at once. When the queue is full, further calls are refused. */
const mostAtOnce = shareOfMachine(2);
const mostWaiting = 200;

/** A password's hash as a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, { ...costOfNew, tagLength: tagBytes });
  return toPhc(salt, hash);
}

/** Whether the password is right. Without an account (null) it does the same work and returns false. */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const { salt, hash, ...cost } = phc === null ? { ...dummy, ...costOfNew } : parsePhc(phc);
  const derived = await derive(password, salt, { ...cost, tagLength: hash.length });
  return timingSafeEqual(derived, hash) && phc !== null;
}

const dummy = { salt: randomBytes(saltBytes), hash: randomBytes(tagBytes) };

interface Cost extends PasswordCost {
  readonly tagLength: number;
}

const inTurn = limitTurns({
  most: mostAtOnce,
  mostWaiting,
  refuse: () => new Refusal('unavailable', { retryAfterSeconds: 5 }),
});

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // Different keyboards may compose the same characters differently.
  return inTurn(() => deriveKey('argon2id', { message: password.normalize('NFKC'), nonce: salt, ...cost }));
}

function parsePhc(phc: string): PasswordCost & { readonly salt: Buffer; readonly hash: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc);
  if (match === null) throw new Error('a stored password hash is not an argon2id PHC string');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [salt, hash] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
  return { memory, passes, parallelism, salt, hash };
}

function toPhc(salt: Buffer, hash: Buffer): string {
  const { memory, passes, parallelism } = costOfNew;
  // PHC strings have base64 without its padding.
  const [encodedSalt, encodedHash] = [salt, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodedSalt}$${encodedHash}`;
}
