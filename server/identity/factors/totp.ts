import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Queryable } from '#database/connect.ts';
import type { Refusal } from '#server/http/refusal.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { refuseCode } from '#server/identity/codes/codes.ts';
import { openSecret, sealSecret } from './factor-keys.ts';

const secretBytes = 20;
const periodSeconds = 30;

/** An authenticator app's code (RFC 6238): SHA-1 and six digits, which is all that every app can do. */
function describeApp(secret: Buffer, label: string): TOTP {
  const { buffer, byteOffset, byteLength } = secret;
  return new TOTP({
    issuer: 'Izi',
    label,
    secret: new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}

/** The code of a step: of the 30 seconds that begin `step` times 30 seconds after 1970. */
export function totpCode(secret: Buffer, step: number): string {
  return describeApp(secret, '').generate({ timestamp: step * periodSeconds * 1_000 });
}

/**
 * The step of a code that is right: that of now or the one before.
 *
 * @param step the one of now, by the database's clock
 * @param last the step of the code that was used last; null before the first
 * @returns null where the code is wrong, or was used already
 */
export function stepOf(code: string, secret: Buffer, step: number, last: number | null): number | null {
  const right = [step, step - 1].find((each) => (last === null || each > last) && isSame(code, totpCode(secret, each)));
  return right ?? null;
}

export interface NewTotp {
  /** `otpauth://totp/…`, for a QR code. */
  readonly uri: string;
  /** The secret in base32, to type. */
  readonly secret: string;
}

/** Makes a secret, and how an app reads it. @param label what the app shows it under */
export function newTotp(label: string): NewTotp & { readonly bytes: Buffer } {
  const bytes = randomBytes(secretBytes);
  const app = describeApp(bytes, label);
  return { bytes, uri: app.toString(), secret: app.secret.base32 };
}

/** Makes a secret that waits for its first code. It replaces another waiting one. The caller has locked the client's row. */
export async function createTotp(tx: Queryable, keys: KeyRing, clientId: number, label: string): Promise<NewTotp> {
  const { bytes, ...shown } = newTotp(label);
  await tx.query(
    `insert into totp (client_id, secret_sealed) values ($1, $2)
     on conflict (client_id) do update set secret_sealed = excluded.secret_sealed where totp.confirmed_at is null`,
    [clientId, sealSecret(keys, bytes, clientId)],
  );
  return shown;
}

type TotpState = 'none' | 'waiting' | 'confirmed';

export async function readTotpState(db: Queryable, clientId: number): Promise<TotpState> {
  const [row] = await db.query<{ confirmed: boolean }>(
    'select confirmed_at is not null as confirmed from totp where client_id = $1',
    [clientId],
  );
  if (row === undefined) return 'none';
  return row.confirmed ? 'confirmed' : 'waiting';
}

interface TotpRow {
  readonly secret_sealed: Buffer;
  readonly last_step: number | null;
  readonly step: number;
}

/**
 * Uses a code of the client's app. Returns null if it is right, else the refusal for the caller to throw. The code of this
 * step or the last is right, by the database's clock, and each once: the row is locked until the commit, so of concurrent
 * uses of one code only one succeeds.
 *
 * @param which a `waiting` app becomes a factor with its first right code
 */
export async function useTotp(
  tx: Queryable,
  keys: KeyRing,
  clientId: number,
  code: string,
  which: 'confirmed' | 'waiting' = 'confirmed',
): Promise<Refusal | null> {
  const [row] = await tx.query<TotpRow>(
    `select secret_sealed, last_step::float8 as last_step,
       floor(extract(epoch from clock_timestamp()) / $3)::float8 as step
     from totp where client_id = $1 and (confirmed_at is not null) = $2 for update`,
    [clientId, which === 'confirmed', periodSeconds],
  );
  if (row === undefined) return refuseCode();
  const secret = openSecret(keys, row.secret_sealed, clientId);
  const used = stepOf(code, secret, row.step, row.last_step);
  if (used === null) return refuseCode(({ appCodeWrong }) => appCodeWrong);
  await tx.query(
    'update totp set last_step = $2, confirmed_at = coalesce(confirmed_at, clock_timestamp()) where client_id = $1',
    [clientId, used],
  );
  return null;
}

function isSame(given: string, right: string): boolean {
  return given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right));
}
