import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { endMonth, finishDraws } from '#tests/support/database/months.ts';
import { confirmed, pay } from '#tests/support/money/play-history.ts';
import { announceOperatorKey } from '#server/fair-draw/operator-keys.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { createDraw, createPlayer, moveDraw, newTicket, openDesk } from '#tests/support/players/play.ts';
import { patience } from '#tests/support/patience.ts';
import { makeFolder } from '#tests/support/temporary.ts';
import { untilPasses } from '#tests/support/until-passes.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { listBets, getBet } from '#server/tickets/read-bets.ts';
import { readReceipt } from '#server/tickets/receipt.ts';
import { readStatement } from '#server/ledger/statement.ts';
import { exportClient } from '#server/personal-data/export.ts';
import { attachMonth, detachMonth } from './move-month.ts';
import { runMonths } from './run-months.ts';
import { runVerifyMonth } from './run-verify-month.ts';
import { writeZip } from './zip.ts';

let site: TestDatabase;
let folder: string;
let path: string;

async function months(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runMonths(args, settingsFor(site.config), print, print);
  return { code, said: lines.join('\n') };
}

async function verify(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await runVerifyMonth(args, print, print);
  return { code, said: lines.join('\n') };
}

/** Draws that are drawn before the border, on both sides of it, and never; with winners, payments and a correction. */
beforeAll(async () => {
  folder = await makeFolder('izi-months-');
  site = await createTestDatabase();
  await announceOperatorKey(site.worker, testKeys);
  const desk = await openDesk(site);
  const players = await Promise.all([1, 2, 3].map(() => createPlayer(site.owner, { dep: 9_000, win: 600 })));
  // Each is sold and sealed in its time: the signed record of a draw has it.
  const drawClosingIn = (ms: number) =>
    createDraw(site.owner, { closesIn: patience(ms), drawsIn: patience(ms) + patience(2_000) });
  const allNine = (draw: string) =>
    '123456789'.split('').map((number) => newTicket(draw, { selectedNumbers: [number] }));
  const statuses = async () =>
    (await site.owner.query<{ status: string }>('select status from draw')).map(({ status }) => status).toSorted();
  const untilStatuses = (...expected: string[]) =>
    untilPasses(async () => {
      await finishDraws(site);
      expect(await statuses()).toEqual(expected);
    });

  const lost = await createDraw(site.owner);
  const early = await drawClosingIn(2_000);
  // Ids of one millisecond have no order. So the first line of a client is of a draw that has a result.
  const late = () => newTicket(lost, { betAmount: 700, id: uuidv7(Date.now() + 1_000, randomBytes(10)) });
  for (const player of players) await placeBets(desk, player, [...allNine(early), late()]);
  await moveDraw(site.owner, lost, { closesIn: -1, drawsIn: 0 });
  for (const player of players) {
    await pay(site, player, 'deposit', { amount: 500 }, [confirmed]);
    await pay(site, player, 'withdrawal', { amount: 200 }, [confirmed]);
  }
  await untilStatuses('settled', 'void');
  expect((await reconcile(site.worker, 'full')).mismatches).toEqual([]);

  const across = await drawClosingIn(4_000);
  // Its id is in the next month, and its postings are in this one.
  const ahead = () => newTicket(across, { id: uuidv7(Date.now() + 4 * 60_000, randomBytes(10)) });
  for (const player of players) await placeBets(desk, player, [...allNine(across), ahead()]);
  // A pass leaves out what is ten seconds old.
  await site.owner.query('update reconciliation_pass set next_since = clock_timestamp()');
  while ((await site.owner.query<{ more: boolean }>('select keep_account_hours() as more'))[0]!.more);
  await endMonth(site.owner);
  for (const player of players) await placeBets(desk, player, allNine(across).slice(3));
  desk.clock.stop();
  await untilStatuses('settled', 'settled', 'void');
  await site.owner.query(
    `update month set begun_at = clock_timestamp() - interval '25 hours' where begun_at > '-infinity'`,
  );
  // Transactions of other tests may be older than the border.
  await untilPasses(async () => expect((await months('close')).said).not.toContain('transaction'));
});
afterAll(async () => {
  await site.drop();
  await rm(folder, { recursive: true });
});

test('a frozen month is written to a file that proves it, and the audit has its hash', async () => {
  expect(await months('file', 'before', folder)).toEqual({
    code: 2,
    said: expect.stringContaining('before is not frozen'),
  });
  expect(await months('freeze', 'before')).toMatchObject({ code: 0 });
  const written = await months('file', 'before', folder);
  expect(written, written.said).toMatchObject({ code: 0 });
  path = join(folder, 'izi-before.zip');
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  expect(written.said).toContain(`SHA-256 ${hash}`);
  const audit = await site.owner.query(
    `select convert_from(record, 'UTF8')::jsonb -> 'after' ->> 'sha256' as hash, act, subject from console.audit`,
  );
  expect(audit).toEqual([{ hash, act: 'month_file', subject: 'month before' }]);
  // The draw across the border has tickets on either side, and payouts of the other month.
  const draws = Buffer.from(unzipSync(await readFile(path))['draws.csv']!).toString();
  expect(draws.split('\n').filter((line) => line.endsWith(',27,3'))).toHaveLength(1);

  const verified = await verify(path);
  expect(verified, verified.said).toMatchObject({ code: 0 });
  expect(verified.said).toMatch(/^✓ before: 3 draws, 57 tickets, \d+ postings/);
  // Written again it is the same.
  expect((await months('file', 'before', folder)).said).toContain(hash);
  const next = (
    await site.owner.query<{ name: string }>(
      `select to_char(begins_on, 'YYYY-MM') as name from month where closed_at is null order by begins_on limit 1`,
    )
  )[0]!;
  expect(await months('file', next.name, folder)).toMatchObject({ code: 2 });
});

test('a month goes apart, is proved by its file alone and comes back while players bet: no bet is refused, and readers find all of it', async () => {
  const { owner, db, worker } = site;
  const [client] = await owner.query<{ id: number; ticket: string }>(
    'select client_id as id, id as ticket from ticket_before order by id limit 1',
  );
  const read = async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of exportClient(
      { db, partyKeys: undefined as never, documents: undefined as never },
      client!.id,
    ))
      pieces.push(piece);
    const data = unzipSync(Buffer.concat(pieces));
    return {
      ticket: await getBet(db, client!.id, client!.ticket),
      receipt: await readReceipt(db, testKeys, client!.id, client!.ticket),
      bets: (await listBets(db, client!.id, { limit: 100 })).data,
      statement: (await readStatement(db, client!.id, { limit: 100 })).data,
      export: Object.entries(data)
        .filter(([name]) => /tickets|statement/.test(name))
        .map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
      balances: await owner.query('select * from account_balance where client_id = $1 order by 1, 2, 3', [client!.id]),
    };
  };
  const [lines] = await owner.query<{ count: number }>('select count(*) as count from posting where client_id = $1', [
    client!.id,
  ]);
  const before = await read();
  expect(before.export).not.toEqual([]);
  expect(before.receipt.index).not.toBeNull();

  const desk = await openDesk(site);
  const draw = await createDraw(owner, { closesIn: 3_600_000 });
  const bettors = await Promise.all([1, 2, 3].map(() => createPlayer(owner, { dep: 5_000_000 })));
  const stop = new AbortController();
  let placed = 0;
  const refused: unknown[] = [];
  const betting = bettors.map(async (player) => {
    while (!stop.signal.aborted) {
      await placeBets(desk, player, [newTicket(draw)]).then(
        () => placed++,
        (error: unknown) => refused.push(error),
      );
    }
  });
  const missed: unknown[] = [];
  const reading = (async () => {
    while (!stop.signal.aborted) {
      const found = await getBet(db, client!.id, client!.ticket).catch((error: unknown) => error);
      const [count] = await db.query<{ lines: number }>(
        'select count(*) as lines from every_posting where client_id = $1',
        [client!.id],
      );
      if (!('id' in (found as object)) || count!.lines !== lines!.count) missed.push([found, count]);
    }
  })();
  await untilPasses(() => expect(placed).toBeGreaterThan(3));
  try {
    await detachMonth(owner, '-infinity');
    expect(await owner.query(`select to_regclass('years.ticket_before') is not null as apart`)).toEqual([
      { apart: true },
    ]);
    expect(await read()).toEqual(before);
    expect(await verify(path)).toMatchObject({ code: 0 });
    expect(await months('check', 'before')).toMatchObject({ code: 0 });
    expect((await months()).said).toMatch(/^before {3}apart, 57 tickets/);
    await attachMonth(owner, '-infinity');
  } finally {
    stop.abort();
    await Promise.all([...betting, reading]);
    desk.clock.stop();
  }
  expect(refused).toEqual([]);
  expect(missed).toEqual([]);
  expect(placed).toBeGreaterThan(3);
  expect(await read()).toEqual(before);
  expect(await months('check', 'before')).toMatchObject({ code: 0 });
  expect((await reconcile(worker, 'full')).mismatches).toEqual([]);
  // It is frozen as before, and a row of a payment is noted once again.
  await expect(owner.query('insert into ticket select * from ticket_before limit 1')).rejects.toThrow(
    'history never changes',
  );
});

test('one flipped bit of each entry is found', async () => {
  const bytes = await readFile(path);
  const flipped = join(folder, 'flipped.zip');
  const names = Object.keys(unzipSync(bytes));
  expect(names.length).toBeGreaterThan(6);
  for (const name of names) {
    // The place is after the head of the entry, in the middle of its packed bytes.
    const at = bytes.indexOf(name) + name.length;
    const length = bytes.readUInt32LE(bytes.indexOf(name) - 12);
    const changed = Buffer.from(bytes);
    changed[at + (length >> 1)]! ^= 4;
    await writeFile(flipped, changed);
    expect(await verify(flipped), name).toMatchObject({ code: 1, said: expect.stringContaining(name) });
  }
});

describe('a file that somebody wrote anew, with all hashes right, is refused', () => {
  /** Changes one file of it. */
  async function forge(name: string, change: (text: string) => string): Promise<string> {
    const entries = Object.entries(unzipSync(await readFile(path))).map(
      ([own, bytes]) => [own, Buffer.from(bytes)] as const,
    );
    const changed = new Map(entries);
    const before = changed.get(name)!.toString('latin1');
    const after = change(before);
    expect(after).not.toBe(before);
    changed.set(name, Buffer.from(after, 'latin1'));
    const contents = JSON.parse(changed.get('contents.json')!.toString()) as { files: Record<string, unknown> };
    const bytes = changed.get(name)!;
    contents.files[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    changed.set('contents.json', Buffer.from(JSON.stringify(contents)));
    const forged = join(folder, 'forged.zip');
    const file = await open(forged, 'w');
    const zip = writeZip(file);
    for (const [own, content] of changed) await zip.add(own, content);
    await zip.end();
    await file.close();
    return forged;
  }

  const find = (pattern: RegExp, change: (found: string) => string) => (text: string) => {
    expect(text).toMatch(pattern);
    return text.replace(pattern, change);
  };
  const inField = (index: number, change: (field: string) => string) => (line: string) =>
    line
      .split(',')
      .map((field, at) => (at === index ? change(field) : field))
      .join(',');
  const more = (field: string) => String(Number(field) + 1);
  const flip = (field: string) => `${field.slice(0, -1)}${field.endsWith('0') ? '1' : '0'}`;

  const clients = () =>
    Object.keys(unzipSyncNames).find((name) => name.startsWith('clients/') && name !== 'clients/00.csv')!;
  let unzipSyncNames: Record<string, Uint8Array>;
  beforeAll(async () => {
    unzipSyncNames = unzipSync(await readFile(path));
  });

  const inClients: [what: string, pattern: RegExp, change: (line: string) => string, said: string][] = [
    ['a stake', /^ticket,.*$/m, inField(6, more), 'is not in the tree of its draw'],
    ['the numbers of a ticket', /^ticket,.*,2,5,.*$/m, inField(5, () => '6'), 'is not in the tree of its draw'],
    [
      'the moment of a ticket',
      /^ticket,.*$/m,
      inField(8, (at) => at.replace(/\d\d\d\d\d\dZ/, '000000Z')),
      'is not in the tree of its draw',
    ],
    ['the share of winnings in a stake', /^ticket,.*$/m, inField(7, more), 'was not paid for as it says'],
    ['a ticket that is gone', /^ticket,.*\n/m, () => '', 'which is not here'],
    ['a ticket in another month', /^ticket-beside,/m, () => 'ticket,', 'is not where its month is'],
    ['a due', /^due,.*$/m, inField(5, more), 'is owed something else than the rules say'],
    ['a due that is gone', /^due,.*\n/m, () => '', 'is owed something else than the rules say'],
    ['an amount', /^posting,.*,bet,.*$/m, inField(5, more), 'was not paid for as it says'],
    ['a payout', /^posting,.*,payout,.*$/m, inField(5, more), 'was not paid what it is owed'],
    ['a line that is gone', /^posting,.*,deposit,.*\n/m, () => '', 'does not continue the line before it'],
    ['a balance on a line', /^posting,.*,deposit,.*$/m, inField(10, more), 'does not continue the line before it'],
    ['a payout of the month beside', /^posting-beside,.*,payout,.*\n/m, () => '', 'was not paid what it is owed'],
  ];
  test.each(inClients)('%s', async (_, pattern, change, said) => {
    const forged = await verify(await forge(clients(), find(pattern, change)));
    expect(forged).toMatchObject({ code: 1, said: expect.stringContaining(said) });
  });

  const elsewhere: [what: string, name: string, pattern: RegExp, change: (line: string) => string, said: string][] = [
    [
      'a result',
      'draws.csv',
      /^.*,settled,.*$/m,
      inField(2, (result) => (result === '123456789' ? '987654321' : '123456789')),
      'result',
    ],
    ['a seed', 'draws.csv', /^.*,settled,.*$/m, inField(9, flip), 'seed'],
    ['a signature', 'draws.csv', /^.*,settled,.*$/m, inField(8, flip), 'seal-signature'],
    ['a salt key', 'draws.csv', /^.*,settled,.*$/m, inField(11, flip), 'is not in the tree'],
    ['a draw that is called void', 'draws.csv', /,settled,\d+,/, () => ',void,,', 'void_'],
    ['a balance before', 'balances.csv', /^.*$/m, inField(1, more), 'does not continue the line before it'],
    ['a balance after', 'balances.csv', /^.*$/m, inField(5, more), 'do not add up'],
    ['banked stakes', 'clients/00.csv', /^posting,.*stakes_banked.*$/m, inField(5, more), 'does not bank the stakes'],
  ];
  test.each(elsewhere)('%s', async (_, name, pattern, change, said) => {
    const forged = await verify(await forge(name, find(pattern, change)));
    expect(forged.code, forged.said).toBe(1);
    if (said !== 'void_') expect(forged.said).toContain(said);
  });

  test('another key than the operator’s', async () => {
    const other = await verify(path, '--operator-key', 'ab'.repeat(32));
    expect(other).toMatchObject({ code: 1, said: expect.stringContaining('another key') });
    const [key] = await site.owner.query<{ key: string }>(
      `select encode(operator_key, 'hex') as key from commitment limit 1`,
    );
    expect(await verify(path, '--operator-key', key!.key)).toMatchObject({ code: 0 });
  });
});
