import { Secret } from 'otpauth';
import { totpCode } from '#server/identity/factors/totp.ts';
import type { IdentityApp } from './identity-app.ts';
import type { Outsider } from './outsider.ts';

/** The code that an app shows for a secret in base32, `later` steps of 30 seconds from now. */
export function appCode(secret: string, later = 0): string {
  return totpCode(Buffer.from(Secret.fromBase32(secret).buffer), Math.floor(Date.now() / 30_000) + later);
}

/** A code that is good once, also where one of this step was used before. */
export async function freshCode({ database }: IdentityApp, clientId: number, secret: string): Promise<string> {
  await database.owner.query('update totp set last_step = null where client_id = $1', [clientId]);
  return appCode(secret);
}

/** Adds an authenticator app to the account of a token. */
export async function addApp(app: IdentityApp, token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const added = await app.call('POST', '/clients/totp', undefined, token);
  const { secret } = added.json().data;
  const confirmed = await app.call('POST', '/clients/totp/confirm', { code: appCode(secret) }, token);
  if (confirmed.statusCode !== 200) throw new Error(`no app was added: ${confirmed.body}`);
  return { secret, recoveryCodes: confirmed.json().data.recoveryCodes };
}

/** Adds an authenticator app to the account of an outside caller, who has signed in a moment ago. */
export async function addAppTo(client: Outsider): Promise<{ secret: string; recoveryCodes: string[] }> {
  const added = await client.call('/clients/totp', { method: 'POST' });
  const { secret } = added.json.data;
  const confirmed = await client.call('/clients/totp/confirm', { body: { code: appCode(secret) } });
  if (confirmed.status !== 200) throw new Error(`no app was added: ${confirmed.text}`);
  return { secret, recoveryCodes: confirmed.json.data.recoveryCodes };
}
