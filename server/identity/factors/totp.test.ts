import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { factorKey, startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { addApp, appCode, freshCode } from '#tests/support/players/authenticator.ts';
import { registrationOf } from '#tests/support/players/registration.ts';
import { openKeyRing, type KeyRing } from '#server/keys/key-ring.ts';
import { sealedColumn } from '#server/keys/sealed-column.ts';
import { MissingKey, sealedOverhead } from '#server/keys/sealed.ts';
import { refuseFactorKeys, sealFactorsAnew } from './factor-keys.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { totpCode, useTotp } from './totp.ts';

/** RFC 6238, appendix B, SHA-1: the last six of its eight digits. */
const vectors = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const;

describe('a code of an app', () => {
  test.each(vectors)('a code of an app at %i seconds is that of RFC 6238', (seconds, code) => {
    expect(totpCode(Buffer.from('12345678901234567890'), Math.floor(seconds / 30))).toBe(code);
  });
});

describe('in the database', () => {
  let app: IdentityApp;
  beforeAll(async () => {
    app = await startIdentityApp();
  });
  afterAll(() => app.stop());

  let lastNumber = 62_000_000;
  async function createClient() {
    const phone = `+22507${++lastNumber}`;
    const { jwt, user } = (await app.call('POST', '/clients/auth/local/register', registrationOf(phone))).json();
    await app.call('POST', '/clients/otp/firebase/callback', { code: await app.readCode(phone) }, jwt);
    return { id: user.id as number, token: jwt as string };
  }

  const use = (id: number, code: string) =>
    app.database.db.transact((tx) => useTotp(tx, app.identity.factorKeys, id, code));

  test('one of 50 parallel uses of one code succeeds', async () => {
    const { id, token } = await createClient();
    const { secret } = await addApp(app, token);
    const code = await freshCode(app, id, secret);
    const refusals = await Promise.all(Array.from({ length: 50 }, () => use(id, code)));
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(1);
  });

  test('the codes of this step and the last one are accepted, once each, and no other', async () => {
    const { id, token } = await createClient();
    const { secret } = await addApp(app, token);
    const code = await freshCode(app, id, secret);
    expect(await use(id, code)).toBeNull();
    expect((await use(id, code))?.code).toBe('invalid_code');
    // Codes of older and later steps. The last step is not tried here: it may become the one before within this test.
    for (const later of [-3, -2, 2, 3]) {
      await freshCode(app, id, secret);
      expect((await use(id, appCode(secret, later)))?.code).toBe('invalid_code');
    }
  });

  test('the clock of the database decides which step is the last one', async () => {
    const { id, token } = await createClient();
    const { secret } = await addApp(app, token);
    await freshCode(app, id, secret);
    const [{ step }] = (await app.database.owner.query<{ step: number }>(
      'select floor(extract(epoch from clock_timestamp()) / 30)::float8 as step',
    )) as [{ step: number }];
    const code = appCode(secret, step - 1 - Math.floor(Date.now() / 30_000));
    const [{ now }] = (await app.database.owner.query<{ now: number }>(
      'select floor(extract(epoch from clock_timestamp()) / 30)::float8 as now',
    )) as [{ now: number }];
    const refusal = await use(id, code);
    // When a step began in between, the code is two steps old by now.
    if (now === step) expect(refusal).toBeNull();
    // An older code than the last one used is over.
    expect((await use(id, code))?.code).toBe('invalid_code');
  });

  test('a stolen table reveals nothing: neither secrets nor recovery codes can be read in it', async () => {
    const { id, token } = await createClient();
    const { secret, recoveryCodes } = await addApp(app, token);
    const rows = await app.database.owner.query('select t::text as row from totp t where client_id = $1', [id]);
    const codes = await app.database.owner.query('select r::text as row from recovery_code r where client_id = $1', [
      id,
    ]);
    const dump = JSON.stringify([rows, codes]);
    expect(codes).toHaveLength(10);
    expect(dump).not.toContain(secret);
    const [{ sealed }] = (await app.database.owner.query<{ sealed: Buffer }>(
      'select secret_sealed as sealed from totp where client_id = $1',
      [id],
    )) as [{ sealed: Buffer }];
    // 160 bits, and what sealing adds: nothing of the secret is beside them.
    expect(sealed).toHaveLength(sealedOverhead + 20);
    expect(sealed.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false);
    for (const code of recoveryCodes) {
      expect(code).toMatch(/^\d(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(dump).not.toContain(code.slice(2).replaceAll('-', ''));
    }
    expect(dump.match(/\$argon2id\$/g)).toHaveLength(10);
    // Copied into another client's row, the secret does not open.
    const other = await createClient();
    await addApp(app, other.token);
    await app.database.owner.query(
      'update totp set (secret_sealed, last_step) = (select secret_sealed, null::bigint from totp where client_id = $2) where client_id = $1',
      [other.id, id],
    );
    await expect(use(other.id, appCode(secret))).rejects.toThrow();
  });

  test('a missing key is reported while it is needed, and after a change secrets are sealed under the new one', async () => {
    const { id, token } = await createClient();
    const { secret } = await addApp(app, token);
    const { db } = app.database;
    const older = app.identity.factorKeys;
    const newer = openKeyRing(Buffer.alloc(32, 9));
    const both = openKeyRing(Buffer.alloc(32, 9), [factorKey]);
    const name = older.current.id.toString('hex');
    expect(await refuseFactorKeys(db, newer)).toMatch(
      new RegExp(`^FACTOR_KEY is not the key ${name}, .* FACTOR_KEY_FORMER does not hold it$`),
    );
    expect(await refuseFactorKeys(db, both)).toBeNull();
    const useWith = async (keys: KeyRing) => {
      const code = await freshCode(app, id, secret);
      return db.transact((tx) => useTotp(tx, keys, id, code));
    };
    expect(await useWith(both)).toBeNull();
    await expect(useWith(newer)).rejects.toThrow(MissingKey);
    const { signal } = new AbortController();
    // The one that the test above has copied into another client's row.
    const unreadable = 1;
    const { sealed, ...others } = await sealFactorsAnew(db, both, signal);
    expect(sealed).toBeGreaterThan(0);
    expect(others).toEqual({ unreadable });
    expect(await sealFactorsAnew(db, both, signal)).toEqual({ sealed: 0, unreadable });
    expect(await useWith(newer)).toBeNull();
  });

  test('a secret that its client replaced while it was being resealed stays the client’s', async () => {
    const { id, token } = await createClient();
    await addApp(app, token);
    const { db } = app.database;
    const column = sealedColumn(db, { table: 'totp', column: 'secret_sealed' }, () => Buffer.alloc(0));
    const read = async () => (await column.read([app.identity.factorKeys.current.id], id - 1, 1))[0]!;
    const before = await read();
    expect(before.client_id).toBe(id);
    const theirs = Buffer.concat([before.sealed.subarray(0, -1), Buffer.of(before.sealed.at(-1)! ^ 1)]);
    await column.replace(before, theirs);
    await column.replace(before, Buffer.concat([before.sealed.subarray(0, -1), Buffer.of(before.sealed.at(-1)! ^ 2)]));
    expect((await read()).sealed).toEqual(theirs);
  });
});

test('recovery codes are ten different codes, one for each first digit', async () => {
  const { codes } = await makeRecoveryCodes();
  expect(codes.map(([digit]) => digit)).toEqual('0123456789'.split(''));
  expect(new Set(codes.map((code) => code.slice(2))).size).toBe(10);
});
