import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { mostImageBytes } from '#contract/documents.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { removeExpired } from '#server/identity/clean-up.ts';
import {
  addDocumentRoutes,
  documentKey,
  newDocument,
  readIdentity,
  sendImage,
  showDocument,
  startDocument,
} from '#tests/support/players/documents.ts';
import { startIdentityApp, type IdentityApp } from '#tests/support/players/identity-app.ts';
import { acceptDocument, joinIdentityApp, type IdentityClient } from '#tests/support/players/identity-client.ts';
import { bomb, exifMarker, photo } from '#tests/support/players/pictures.ts';
import { changeHistory } from '#tests/support/players/play.ts';
import { documentHmac, openClientKey, openImage, refuseDocumentKeys, sealDocumentKeysAnew } from './document-keys.ts';
import type { Documents } from './documents.ts';

let app: IdentityApp;
let documents: Documents;

beforeAll(async () => {
  app = await startIdentityApp();
  documents = addDocumentRoutes(app);
});
afterAll(() => app.stop());

const join = (more = {}) => joinIdentityApp(app, more);

/** The picture that is kept of one side. */
async function keptImage(
  { id }: IdentityClient,
  checkId: string,
  side: string,
  keys = documents.keys,
): Promise<Buffer> {
  const [row] = await app.database.owner.query<{ sealed: Buffer; key_sealed: Buffer }>(
    `select sealed, key_sealed from identity_image, client_document_key where check_id = $1 and side = $2 and client_id = $3`,
    [checkId, side, id],
  );
  return openImage(openClientKey({ keys }, row!.key_sealed, id), row!.sealed, checkId, side);
}

const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) =>
  statusCode < 300 ? statusCode : (JSON.parse(body) as { code: string }).code;

describe('a document', () => {
  test('is started, gets its pictures and waits; until then it can be started again, then nothing changes', async () => {
    const client = await join();
    expect(await readIdentity(app, client)).toMatchObject({ tier: 1, check: null });
    const first = await startDocument(app, client);
    const { id, sides } = await startDocument(app, client, { number: 'CI-0099 8877', type: 'national_id' });
    expect(sides).toEqual(['front', 'back']);
    expect(codeOf(await sendImage(app, client, `${first.id}/front`, await photo()))).toBe('not_found');

    const submit = () => app.call('POST', `/clients/identity/${id}/submit`, undefined, client.token);
    expect(codeOf(await submit())).toBe('invalid_request');
    expect(codeOf(await sendImage(app, client, `${id}/front`, await photo()))).toBe(204);
    expect(codeOf(await submit())).toBe('invalid_request');
    expect(codeOf(await sendImage(app, client, `${id}/back`, await photo()))).toBe(204);
    expect((await readIdentity(app, client)).check).toMatchObject({ id, status: 'draft', last4: '8877' });
    expect((await submit()).json()).toEqual({});

    expect(codeOf(await submit())).toBe('identity_pending');
    expect(codeOf(await sendImage(app, client, `${id}/front`, await photo()))).toBe('identity_pending');
    expect(codeOf(await app.call('POST', '/clients/identity', newDocument(), client.token))).toBe('identity_pending');
    const { check } = await readIdentity(app, client);
    expect(check).toMatchObject({
      id,
      status: 'waiting',
      sides: [
        { side: 'front', sent: true },
        { side: 'back', sent: true },
      ],
    });
  });

  test('is one, when 20 are started at the same time', async () => {
    const client = await join();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call('POST', '/clients/identity', newDocument(), client.token)),
    );
    // Ten a day.
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    const rows = await app.database.owner.query('select from identity_check where client_id = $1', [client.id]);
    expect(rows).toHaveLength(1);
  });

  test('needs a confirmed phone, a fresh proof and an expiry date in the future, and is not sent twice', async () => {
    const unproven = await join({ confirmed: false });
    expect(codeOf(await app.call('POST', '/clients/identity', newDocument(), unproven.token))).toBe(
      'phone_unconfirmed',
    );

    const client = await join();
    const begin = (more = {}) => app.call('POST', '/clients/identity', newDocument(more), client.token);
    const over = await begin({ expiresOn: '2026-01-01' });
    expect([over.statusCode, over.json().errors[0].path]).toEqual([400, 'expiresOn']);
    expect((await begin({ number: '- - - -' })).json().errors[0].path).toBe('number');
    const { id } = (await begin()).json().data;
    await app.database.owner.query(
      `update session set proven_at = now() - interval '11 minutes' where client_id = $1`,
      [client.id],
    );
    expect(codeOf(await begin())).toBe('proof_needed');
    expect(codeOf(await sendImage(app, client, `${id}/front`, await photo()))).toBe('proof_needed');
    expect(codeOf(await app.call('POST', `/clients/identity/${id}/submit`, undefined, client.token))).toBe(
      'proof_needed',
    );

    const known = await join();
    await acceptDocument(app.database.owner, known.id);
    expect(codeOf(await app.call('POST', '/clients/identity', newDocument(), known.token))).toBe('identity_pending');
  });

  test('a document of another client is not found, and the attempt is logged', async () => {
    const owner = await join();
    const { id } = await startDocument(app, owner);
    const other = await join();
    expect(codeOf(await sendImage(app, other, `${id}/front`, await photo()))).toBe('not_found');
    expect(codeOf(await app.call('POST', `/clients/identity/${id}/submit`, undefined, other.token))).toBe('not_found');
    await app.identity.security.drain();
    const noted = await app.database.owner.query<{ detail: object }>(
      `select detail from security_event where client_id = $1 and kind = 'foreign_id_refused'`,
      [other.id],
    );
    expect(noted).toHaveLength(2);
    expect(noted[0]!.detail).toMatchObject({ thing: 'identity_check', id });
    expect((await readIdentity(app, owner)).check?.sides).toEqual([
      { side: 'front', sent: false },
      { side: 'back', sent: false },
    ]);
  });

  test('has one side if it is a passport', async () => {
    const client = await join();
    const { id, sides } = await startDocument(app, client, { type: 'passport' });
    expect(sides).toEqual(['front']);
    expect(codeOf(await sendImage(app, client, `${id}/back`, await photo()))).toBe('not_found');
    expect(codeOf(await sendImage(app, client, `${id}/side`, await photo()))).toBe('invalid_request');
  });
});

describe('a picture', () => {
  let client: IdentityClient;
  let id: string;
  beforeAll(async () => {
    client = await join();
    ({ id } = await startDocument(app, client));
  });
  const send = (bytes: Buffer, mediaType?: string) => sendImage(app, client, `${id}/front`, bytes, mediaType);

  test('is decoded and encoded again: without EXIF data, rotated as held, at most 1,600 pixels long', async () => {
    const upright = await sharp(await photo(2_400, 1_000))
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: exifMarker } })
      .toBuffer();
    expect(upright.includes(exifMarker)).toBe(true);
    expect(codeOf(await send(upright))).toBe(204);
    const kept = await keptImage(client, id, 'front');
    expect(kept.includes(exifMarker)).toBe(false);
    const { exif, xmp, iptc, icc, format, width, height } = await sharp(kept).metadata();
    expect({ exif, xmp, iptc, icc, format, width, height }).toEqual({ format: 'jpeg', width: 667, height: 1_600 });
  });

  test('a picture that is also a file of another kind is only a picture afterwards', async () => {
    const script = '<script>alert(document.domain)</script>';
    const zip = Buffer.from(`PK\u0003\u0004${script}`, 'latin1');
    expect(codeOf(await send(Buffer.concat([await photo(), zip])))).toBe(204);
    const kept = await keptImage(client, id, 'front');
    expect(kept.includes('script')).toBe(false);
    expect(kept.includes(Buffer.from([0x50, 0x4b, 0x03, 0x04]))).toBe(false);
  });

  test('may be a PNG, and is kept as a JPEG', async () => {
    const png = await sharp(await photo(700, 500))
      .png()
      .toBuffer();
    expect(codeOf(await send(png, 'image/png'))).toBe(204);
    expect((await sharp(await keptImage(client, id, 'front')).metadata()).format).toBe('jpeg');
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="9" height="9"/></svg>';
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a decompression bomb', bomb],
    ['an SVG', () => Buffer.from(svg)],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
    ],
    [
      'a WebP',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .webp()
          .toBuffer(),
    ],
    ['an SVG that begins like a JPEG', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)])],
    ['half a JPEG', async () => (await photo()).subarray(0, 20_000)],
    ['nothing', () => Buffer.alloc(0)],
  ])('a picture that is %s is refused, and the earlier one is kept', async (_, make) => {
    // The one of the test before, where this one runs alone too.
    if ((await readIdentity(app, client)).check?.sides[0]?.sent !== true)
      expect(codeOf(await send(await photo()))).toBe(204);
    const before = await keptImage(client, id, 'front');
    const answer = await send(await make());
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'image_refused']);
    expect(await keptImage(client, id, 'front')).toEqual(before);
  });

  test('a picture of another media type, or larger than its limit, is not read', async () => {
    expect(codeOf(await send(await photo(), 'image/svg+xml'))).toBe('unsupported_media_type');
    expect(codeOf(await send(await photo(), 'application/json'))).toBe('unsupported_media_type');
    expect(codeOf(await send(Buffer.alloc(mostImageBytes + 1)))).toBe('payload_too_large');
    // It counts only here: JSON keeps its own limit.
    expect(codeOf(await app.call('POST', '/clients/identity', { number: 'x'.repeat(70_000) }, client.token))).toBe(
      'payload_too_large',
    );
  });
});

describe('with ClamAV', () => {
  /** A daemon that takes bytes by INSTREAM, and finds the word `virus` in them. */
  async function startClamd(): Promise<Server> {
    const server = createServer((socket) => {
      let received = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        const command = 'zINSTREAM\0';
        if (received.length < command.length + 4) return;
        const length = received.readUInt32BE(command.length);
        const end = command.length + 4 + length;
        if (received.length < end + 4) return;
        const body = received.subarray(command.length + 4, end);
        const isWhole = received.subarray(0, command.length).toString() === command && received.readUInt32BE(end) === 0;
        socket.end(!isWhole ? 'UNKNOWN COMMAND\0' : body.includes('virus') ? 'stream: Test FOUND\0' : 'stream: OK\0');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  test('an infected picture is refused, and without an answer nothing is kept', async () => {
    const clamd = await startClamd();
    onTestFinished(() => void clamd.close());
    const scanned = await startIdentityApp({ database: app.database });
    onTestFinished(() => scanned.stop());
    addDocumentRoutes(scanned, { clamd: `127.0.0.1:${(clamd.address() as AddressInfo).port}` });
    const client = await joinIdentityApp(scanned);
    const { id } = await startDocument(scanned, client);
    const send = (bytes: Buffer) => sendImage(scanned, client, `${id}/front`, bytes);
    expect(codeOf(await send(await photo()))).toBe(204);
    expect(codeOf(await send(Buffer.concat([await photo(), Buffer.from('virus')])))).toBe('image_refused');
    clamd.close();
    await once(clamd, 'close');
    expect(codeOf(await send(await photo()))).toBe('unavailable');
  });
});

describe('in the database', () => {
  test('a dump reveals nothing: neither number nor picture, and no two rows show the same number', async () => {
    const number = 'C0123456789';
    const client = await join();
    const id = await showDocument(app, client, { number });
    const dump = await app.database.owner.query<{ row: string }>(
      `select c::text || i::text || k::text as row
       from identity_check c join identity_image i on i.check_id = c.id join client_document_key k using (client_id)
       where c.client_id = $1`,
      [client.id],
    );
    expect(dump).toHaveLength(2);
    const kept = await keptImage(client, id, 'front');
    for (const { row } of dump) {
      expect(row).not.toContain(number);
      expect(row).not.toContain(Buffer.from(number).toString('hex'));
      expect(row).not.toContain(kept.subarray(200, 232).toString('hex'));
      expect(row).not.toContain(documentKey.toString('hex'));
    }
    // With another DOCUMENT_KEY nothing opens, and neither does a picture in another document or as another side.
    await expect(keptImage(client, id, 'front', openKeyRing(Buffer.alloc(32, 'another')))).rejects.toThrow();
    const [row] = await app.database.owner.query<{ sealed: Buffer; key_sealed: Buffer }>(
      `select sealed, key_sealed from identity_image, client_document_key where check_id = $1 and side = 'front' and client_id = $2`,
      [id, client.id],
    );
    const key = openClientKey(documents, row!.key_sealed, client.id);
    expect(() => openImage(key, row!.sealed, id, 'back')).toThrow();
    expect(() => openClientKey(documents, row!.key_sealed, client.id + 1)).toThrow();
    const other = await join();
    await showDocument(app, other);
    const [others] = await app.database.owner.query<{ key_sealed: Buffer }>(
      'select key_sealed from client_document_key where client_id = $1',
      [other.id],
    );
    expect(() => openImage(openClientKey(documents, others!.key_sealed, other.id), row!.sealed, id, 'front')).toThrow();
  });

  test('the same document is recognized however its number is written', () => {
    const hmacOf = (number: string, more = {}) =>
      documentHmac(documents, { country: 'CI', type: 'national_id', number, ...more }).toString('hex');
    expect(hmacOf('ci-00 99.8877')).toBe(hmacOf('CI00998877'));
    expect(hmacOf('CI00998877', { country: 'SN' })).not.toBe(hmacOf('CI00998877'));
    expect(hmacOf('CI00998877', { type: 'passport' })).not.toBe(hmacOf('CI00998877'));
  });

  test('after DOCUMENT_KEY has changed pictures still open, and are then sealed under the new key alone', async () => {
    const client = await join();
    const id = await showDocument(app, client);
    const { db } = app.database;
    const next = Buffer.alloc(32, 'the next key');
    const alone = { keys: openKeyRing(next) };
    const both = { keys: openKeyRing(next, [documentKey]) };
    expect(await refuseDocumentKeys(db, alone)).toMatch(
      /^DOCUMENT_KEY is not the key [0-9a-f]{16}, .* DOCUMENT_KEY_FORMER does not hold it$/,
    );
    expect(await refuseDocumentKeys(db, both)).toBeNull();
    const before = await keptImage(client, id, 'front', both.keys);
    expect(await sealDocumentKeysAnew(db, both, new AbortController().signal)).toMatchObject({ unreadable: 0 });
    expect(await refuseDocumentKeys(db, alone)).toBeNull();
    expect(await keptImage(client, id, 'front', alone.keys)).toEqual(before);
    // Restores the state for the tests after this one.
    await sealDocumentKeysAnew(db, { keys: openKeyRing(documentKey, [next]) }, new AbortController().signal);
  });

  test('drafts are removed after 7 days, and the pictures of a refused document after 30', async () => {
    const { owner, worker: db } = app.database;
    const [draft, refused, recent] = [await join(), await join(), await join()];
    await startDocument(app, draft);
    const [old, young] = [await showDocument(app, refused), await showDocument(app, recent)];
    const refuse = `update identity_check set status = 'refused', reason = 'blurred', decided_by = 'ama', decided_at = now() - $2::interval where id = $1`;
    await owner.query(refuse, [old, '30 days 1 s']);
    await owner.query(refuse, [young, '29 days']);
    await changeHistory(
      owner,
      `update identity_check set created_at = now() - interval '7 days 1 s' where client_id = $1`,
      [draft.id],
    );
    await removeExpired(db);
    const picturesOf = async (id: string) =>
      (await owner.query('select from identity_image where check_id = $1', [id])).length;
    expect([await picturesOf(old), await picturesOf(young)]).toEqual([0, 2]);
    expect((await readIdentity(app, draft)).check).toBeNull();
    expect((await readIdentity(app, refused)).check).toMatchObject({ status: 'refused', reason: 'blurred' });
  });

  test('the application does not write these tables, and submitted data never changes', async () => {
    const { db, owner } = app.database;
    const client = await join();
    const id = await showDocument(app, client);
    for (const sql of [
      `update identity_check set status = 'accepted', decided_at = now(), decided_by = 'me'`,
      `insert into identity_check (client_id, type, country, last4, number_sealed, document_key, expires_on) values (1, 'passport', 'CI', '1', '', '', now())`,
      'delete from identity_check',
      `update identity_image set sealed = ''`,
      'delete from identity_image',
      'delete from client_document_key',
    ]) {
      await expect(db.query(sql), sql).rejects.toMatchObject({ code: '42501' });
    }
    await expect(owner.query(`update identity_check set last4 = 'x' where id = $1`, [id])).rejects.toThrow(
      'never changes',
    );
    await expect(
      owner.query(`update identity_check set status = 'draft', submitted_at = null where id = $1`, [id]),
    ).rejects.toThrow('cannot go from waiting to draft');
  });
});
