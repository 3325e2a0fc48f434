import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pieceBytes } from '#contract/calls/operator/statements.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/statements.ts';
import type { Http } from '#server/http/http.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { toMerchantId } from '#server/payments/cinetpay/merchant-id.ts';
import { createStatementReading } from '#server/statements/read-statements.ts';
import { refuseStatementKeys, sealStatementKeysAnew } from '#server/statements/statement-keys.ts';
import { isLongRun } from '#tests/support/long-run.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { signInOperator, type SignedInOperator } from '#tests/support/operator/sign-in.ts';
import {
  beginUpload,
  makePayment,
  putPiece,
  statementHead,
  statementLayout,
  uploadStatement,
} from '#tests/support/operator/statements.ts';
import { documentKey } from '#tests/support/players/documents.ts';
import { createPlayer } from '#tests/support/players/play.ts';

type Statement = AnswerOf<typeof contract.listStatements>['data'][number];
type Difference = AnswerOf<typeof contract.listStatementDifferences>['data'][number];

const documents = { keys: openKeyRing(documentKey), personKey: Buffer.alloc(32) };

let database: TestDatabase;
let http: Http;
let paying: SignedInOperator;
let colleague: SignedInOperator;
let auditor: SignedInOperator;
let client: number;

const accounts = ['pawapay', 'fedapay', 'wave_ci', 'orange_ci'];

beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database, { documents });
  [paying, colleague, auditor] = await Promise.all([
    signInOperator(http, ['payments']),
    signInOperator(http, ['payments']),
    signInOperator(http, ['auditor']),
  ]);
  ({ clientId: client } = await createPlayer(database.owner));
  // A statement is of an account that had a payment.
  await Promise.all(accounts.map((account) => pay('2026-01-01T10:00:00Z', { account })));
});
afterAll(async () => {
  await http.close();
  await database.drop();
});

const pay = (at: string, more: Partial<Parameters<typeof makePayment>[1]> = {}) =>
  makePayment(database.owner, { client, at, ...more });

/** A worker does all that there is to do. @returns in how many steps */
async function read(): Promise<number> {
  const { step } = createStatementReading({ db: database.worker, documents });
  let steps = 0;
  while (await step(new AbortController().signal)) steps += 1;
  return steps;
}

async function statementOf(id: number, operator = paying): Promise<Statement> {
  const { data } = (await operator.get('/statements')).json<{ data: Statement[] }>();
  return data.find((one) => one.id === id)!;
}

async function differencesOf(query: string, operator = paying): Promise<Difference[]> {
  const answer = await operator.get(`/statement-differences?${query}&limit=100`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: Difference[] }>().data;
}

/** A line of the test files; what is left out is as in a payment without a difference. */
const line = (
  at: string,
  of: { id?: string; ref?: string },
  {
    kind = 'DEPOSIT',
    amount = 1_000,
    fee = '',
    currency = 'XOF',
    status = 'COMPLETED',
    balance = '',
    name = 'Awa, K',
  } = {},
) =>
  `${at},${of.id ?? ''},${of.ref ?? ''},${kind},${amount},${fee},${currency},${status},${balance},22507000042,"${name}"`;

const sorted = (texts: readonly string[]) => texts.toSorted((one, other) => one.localeCompare(other));

const file = (...lines: string[]) => `${[statementHead, ...lines].join('\n')}\n`;

const close = (id: number, operator = paying) =>
  operator.post(`/statement-differences/${id}/close`, { reason: 'The provider has sent us a mail about it.' });

describe('a day', () => {
  test('a day with each kind of difference: all are found and none is invented', async () => {
    const t = (clock: string) => `2026-03-02T${clock}:00Z`;
    const agreed = await Promise.all([
      pay(t('10:00')),
      pay(t('10:01'), { direction: 'withdrawal' }),
      pay(t('10:02'), { status: 'failed' }),
      pay(t('10:03')),
    ]);
    const wrongAmount = await pay(t('11:00'));
    const failedThere = await pay(t('11:01'));
    const pendingHere = await pay(t('11:02'), { direction: 'withdrawal', status: 'processing' });
    const otherWay = await pay(t('11:03'), { direction: 'withdrawal' });
    const inEuro = await pay(t('11:04'));
    const twice = await pay(t('11:05'));
    const elsewhere = await pay(t('11:06'), { account: 'fedapay' });
    const rerouted = await pay(t('11:07'), { account: 'fedapay' });
    const dear = await pay(t('11:08'));
    const onlyHere = await pay(t('11:09'));
    const givenBack = await pay(t('11:10'));
    const reversed = await pay(t('11:11'), { direction: 'withdrawal' });
    // This file does not cover the payment from when it was sent to when it was confirmed.
    await pay('2026-03-01T23:59:30Z');
    await pay('2026-03-02T23:59:30Z');
    // Another account, and one that failed.
    await pay(t('12:00'), { account: 'fedapay' });
    await pay(t('12:01'), { status: 'failed' });
    const id = await uploadStatement(
      http,
      paying,
      file(
        line(t('10:01'), agreed[0]),
        line(t('10:02'), { ref: agreed[1].ref }, { kind: 'PAYOUT', fee: '20' }),
        line(t('10:03'), agreed[2], { status: 'FAILED' }),
        // A line for each status that a payment had.
        line(t('10:04'), agreed[3], { status: 'PROCESSING' }),
        line(t('10:05'), { id: agreed[3].id.toUpperCase().replaceAll('-', '') }, { fee: '10' }),
        line(t('11:00'), wrongAmount, { amount: 900 }),
        line(t('11:01'), failedThere, { status: 'FAILED' }),
        line(t('11:02'), pendingHere, { kind: 'PAYOUT' }),
        line(t('11:03'), otherWay, { kind: 'DEPOSIT' }),
        line(t('11:04'), inEuro, { currency: 'EUR' }),
        line(t('11:05'), twice),
        line(t('11:06'), { ...twice, ref: 'P-second' }),
        line(t('11:07'), { id: toMerchantId(elsewhere.id) }),
        line(t('11:08'), rerouted, { status: 'FAILED' }),
        line(t('11:09'), dear, { fee: '25' }),
        line(t('11:10'), { id: randomUUID(), ref: 'P-nobody' }),
        line(t('11:11'), givenBack),
        line(t('11:12'), givenBack, { kind: 'REFUND' }),
        line(t('11:13'), reversed, { kind: 'PAYOUT' }),
        line(t('11:14'), reversed, { kind: 'REVERSAL' }),
        line(t('11:15'), { ref: 'F-1' }, { kind: 'FEES' }),
        line(t('11:16'), {}, { kind: 'top-up' }),
      ),
    );
    await read();

    const found = await differencesOf(`statement=${id}`);
    expect(sorted(found.map(({ kind, payment }) => `${kind} ${payment}`))).toEqual(
      sorted([
        `amount ${wrongAmount.id}`,
        `status ${failedThere.id}`,
        `status ${pendingHere.id}`,
        `kind ${otherWay.id}`,
        `currency ${inEuro.id}`,
        `twice ${twice.id}`,
        `account ${elsewhere.id}`,
        `fee ${dear.id}`,
        'only_there null',
        `only_here ${onlyHere.id}`,
        `given_back ${givenBack.id}`,
        `given_back ${reversed.id}`,
      ]),
    );
    expect(found.find(({ kind }) => kind === 'amount')).toMatchObject({
      line: 7,
      theirs: { ref: wrongAmount.ref, amount: 900, currency: 'XOF', status: 'succeeded', phoneEnd: '42' },
      ours: { client, amount: 1_000, direction: 'deposit', status: 'succeeded', method: 'orange' },
      state: 'open',
    });
    expect(await statementOf(id)).toMatchObject({
      state: 'compared',
      progress: 1,
      lines: 22,
      open: 12,
      balances: null,
      days: [{ day: '2026-03-02', both: 9, onlyThere: 1, onlyHere: 1, differs: 10, noPayment: 2 }],
    });
    // Nothing was booked, and nothing of the payments has changed.
    expect(await database.owner.query('select count(*) as n from posting where client_id = $1', [client])).toEqual([
      { n: 0 },
    ]);
    const [row] = await database.owner.query<{ text: string }>(
      `select string_agg(l::text, ' ') as text from console.statement_line l where statement_id = $1`,
      [id],
    );
    expect(row!.text).not.toMatch(/Awa|0700004/);
  });

  test('is judged with the next one: what ended around midnight is only here once both are there', async () => {
    const account = 'wave_ci';
    const lost = await pay('2026-03-10T23:58:00Z', { account });
    const kept = await pay('2026-03-10T23:59:00Z', { account });
    const [first, second] = ['2026-03-10', '2026-03-11'] as const;
    const a = await uploadStatement(http, paying, file(line(`${first} 12:00`, { ref: 'x' }, { kind: 'fee' })), {
      account,
      from: first,
    });
    await read();
    expect(await differencesOf(`statement=${a}`)).toEqual([]);
    const b = await uploadStatement(http, paying, file(line(`${second} 00:00:10`, kept)), { account, from: second });
    await read();
    expect(await differencesOf(`statement=${b}`)).toMatchObject([{ kind: 'only_here', payment: lost.id }]);
    // A file that has it after all.
    await uploadStatement(http, paying, file(line(`${first} 23:58:30`, lost)), { account, from: first });
    await read();
    expect(await differencesOf(`statement=${b}`)).toMatchObject([{ kind: 'only_here', state: 'agrees' }]);
  });

  test('a day whose balances do not add up has that as a difference, in either order of its lines', async () => {
    const account = 'orange_ci';
    const made = await Promise.all([1, 2, 3].map((n) => pay(`2026-03-05T10:0${n}:00Z`, { account })));
    // 10,000 before; each deposit of 1,000 leaves 990 after its fee.
    const lines = made.map((one, index) =>
      line(`2026-03-05 10:0${index + 1}`, one, { fee: '10', balance: String(10_000 + 990 * (index + 1)) }),
    );
    const day = { account, from: '2026-03-05' };
    const whole = await uploadStatement(http, paying, file(...lines), day);
    const turned = await uploadStatement(http, paying, file(...lines.toReversed()), day);
    const gap = await uploadStatement(http, paying, file(lines[0]!, lines[2]!), day);
    await read();
    const adds = { opening: 10_000, moved: 2_970, closing: 12_970, addsUp: true };
    expect(await statementOf(whole)).toMatchObject({ balances: adds, open: 0 });
    expect(await statementOf(turned)).toMatchObject({ balances: adds, open: 0 });
    expect(await statementOf(gap)).toMatchObject({ balances: { opening: 10_000, moved: 1_980, addsUp: false } });
    expect(await differencesOf(`statement=${gap}`)).toMatchObject([{ kind: 'balance', line: 3 }]);
  });
});

describe('a file', () => {
  const day = '2026-03-20';

  test('comes once: again it is found, also by another operator and under another name', async () => {
    const content = Buffer.from(file(line(`${day} 10:00`, { ref: 'once' })));
    const id = await uploadStatement(http, paying, content, { from: day });
    await read();
    const again = await beginUpload(colleague, content, { from: day, fileName: 'other.csv' });
    expect(again.json()).toEqual({ data: { id, state: 'compared', pieces: 1 } });
    // A piece that arrives late changes nothing.
    expect((await putPiece(http, paying, id, 0, content)).json()).toMatchObject({ data: { state: 'compared' } });
    expect(await read()).toBe(0);
  });

  test('a file that two operators upload at once is one', async () => {
    const content = Buffer.from(file(line(`${day} 11:00`, { ref: 'at once' })));
    const [one, other] = await Promise.all([paying, colleague].map((who) => beginUpload(who, content, { from: day })));
    expect(one!.json().data.id).toBe(other!.json().data.id);
    const { id } = one!.json<{ data: { id: number } }>().data;
    const put = await Promise.all([paying, colleague].map((who) => putPiece(http, who, id, 0, content)));
    expect(put.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await Promise.all([read(), read()]);
    expect(await statementOf(id)).toMatchObject({ lines: 1, state: 'compared' });
  });

  test('a file with the same lines as another one does not open again what was closed', async () => {
    const said = line(`${day} 12:00`, { ref: 'nobody knows' });
    const first = await uploadStatement(http, paying, file(said), { from: day });
    await read();
    const [difference] = await differencesOf(`statement=${first}`);
    expect((await close(difference!.id)).statusCode).toBe(200);
    const second = await uploadStatement(http, paying, file(line(`${day} 08:00`, { ref: 'new' }), said), { from: day });
    await read();
    expect(await differencesOf(`statement=${second}`)).toMatchObject([{ theirs: { ref: 'new' } }]);
    expect(await differencesOf(`statement=${first}`)).toMatchObject([{ state: 'closed' }]);
  });

  test.each([
    ['another day', line('2026-03-21 00:00', { ref: 'r' }), 'other_day'],
    ['a day that is not in the calendar', line('2026-02-30 10:00', { ref: 'r' }), 'time'],
    ['an amount with a part of a franc', line(`${day} 10:00`, { ref: 'r' }).replace('1000', '10.50'), 'amount'],
    ['no reference', line(`${day} 10:00`, {}), 'no_reference'],
    ['a cell too many', `${line(`${day} 10:00`, { ref: 'r' })},`, 'cells'],
    ['a quote that does not end', line(`${day} 10:00`, { ref: '"r' }), 'quotes'],
    ['a fee that is no number', line(`${day} 10:00`, { ref: 'r' }, { fee: 'free' }), 'fee'],
    ['a currency that is none', line(`${day} 10:00`, { ref: 'r' }, { currency: 'F' }), 'currency'],
  ])('a file with %s is refused as a whole, and its line is named', async (_, wrong, code) => {
    const text = file(line(`${day} 09:00`, { ref: 'right' }), '', wrong, line(`${day} 11:00`, { ref: 'right too' }));
    const id = await uploadStatement(http, paying, text, { from: day });
    await read();
    expect(await statementOf(id)).toMatchObject({ state: 'refused', failure: { line: 4, code }, lines: 0 });
    const [left] = await database.owner.query(
      `select (select count(*) from console.statement_line where statement_id = $1)
         + (select count(*) from console.provider_statement_piece where statement_id = $1) as n`,
      [id],
    );
    expect(left).toEqual({ n: 0 });
    // The file may be uploaded again, with another layout or unchanged.
    expect((await beginUpload(paying, Buffer.from(text), { from: day })).json().data).toMatchObject({
      state: 'uploading',
      pieces: 0,
    });
  });

  test('a file that is no UTF-8, has no such column, or no lines is refused', async () => {
    const latin = Buffer.concat([
      Buffer.from(file(line(`${day} 10:00`, { ref: 'r' }))),
      Buffer.from(line(`${day} 10:01`, { ref: 'é' }), 'latin1'),
    ]);
    const ids = [
      await uploadStatement(http, paying, latin, { from: day }),
      await uploadStatement(http, paying, 'a,b\n1,2\n', { from: day }),
      await uploadStatement(http, paying, file(), { from: day }),
    ];
    await read();
    expect(await Promise.all(ids.map(async (id) => (await statementOf(id)).failure))).toEqual([
      { line: 3, code: 'not_utf8' },
      { line: 1, code: 'no_column' },
      { line: 0, code: 'no_lines' },
    ]);
  });

  test('a file whose pieces are not those that were hashed is refused', async () => {
    const content = Buffer.from(file(line(`${day} 10:00`, { ref: 'hashed' })));
    const { id } = (await beginUpload(paying, content, { from: day })).json<{ data: { id: number } }>().data;
    await putPiece(http, paying, id, 0, Buffer.from(content.toString().replace('1000', '9000')));
    await read();
    expect(await statementOf(id)).toMatchObject({ state: 'refused', failure: { line: 0, code: 'altered' } });
  });

  test('a file of an account without payments, or of a day that is not over, is not begun', async () => {
    const content = Buffer.from(file());
    for (const given of [{ account: 'nobody' }, { from: '2099-01-01' }, { from: '2026-03-02', until: '2026-03-01' }]) {
      expect((await beginUpload(paying, content, given)).statusCode).toBe(409);
    }
    const { columns } = statementLayout;
    const { ourRef: _ours, theirRef: _theirs, ...without } = columns;
    for (const layout of [
      { ...statementLayout, columns: without },
      { ...statementLayout, columns: { ...columns, fee: 'amount' } },
    ]) {
      expect((await beginUpload(paying, content, { layout })).statusCode).toBe(400);
    }
  });

  test('lies sealed, and its key follows a new DOCUMENT_KEY', async () => {
    const id = await uploadStatement(http, paying, file(line(`${day} 10:00`, { ref: 'SECRET-REF' })), { from: day });
    const [piece] = await database.owner.query<{ sealed: Buffer }>(
      'select sealed from console.provider_statement_piece where statement_id = $1',
      [id],
    );
    expect(piece!.sealed.includes('SECRET-REF')).toBe(false);
    const next = Buffer.alloc(32, 'the next key for documents');
    const both = { keys: openKeyRing(next, [documentKey]) };
    expect(await refuseStatementKeys(database.worker, { keys: openKeyRing(next) })).toMatch(
      /^DOCUMENT_KEY is not the key/,
    );
    const stopping = new AbortController().signal;
    expect(await sealStatementKeysAnew(database.worker, both, stopping)).toMatchObject({ unreadable: 0 });
    expect(await refuseStatementKeys(database.worker, { keys: openKeyRing(next) })).toBeNull();
    await sealStatementKeysAnew(database.worker, { keys: openKeyRing(documentKey, [next]) }, stopping);
    await read();
    expect(await statementOf(id)).toMatchObject({ state: 'compared' });
  });

  test('a file of many lines is read piece by piece; a process that ends between two pieces loses and doubles nothing', async () => {
    // Where the column that nobody reads is long, fewer lines fill as many pieces.
    const [many, name] = isLongRun ? [100_000, 'Awa, K'] : [12_000, 'Awa, K'.repeat(50)];
    const lines = Array.from({ length: many }, (_, n) =>
      line(`${day} 10:00`, { id: randomUUID(), ref: `L-${n}` }, { status: 'FAILED', name }),
    );
    const content = Buffer.from(`\ufeff${file(...lines)}`.replaceAll('\n', '\r\n'));
    const id = await uploadStatement(http, paying, content, { from: day });
    const pieces = Math.ceil(content.length / pieceBytes);
    expect(pieces).toBeGreaterThan(3);

    // Each step is one transaction, and some of them are broken off at their end.
    let broken = 0;
    let most = 0;
    const db = {
      ...database.worker,
      transact: <T>(act: (tx: never) => Promise<T>) =>
        database.worker.transact(async (tx) => {
          const done = await act(tx as never);
          if (done && ++broken % 3 === 1) throw new Error('the process has ended');
          return done;
        }),
    } as typeof database.worker;
    const { step } = createStatementReading({ db, documents });
    for (let last = 0, more = true; more;) {
      more = await step(new AbortController().signal).catch((error: Error) => {
        if (error.message !== 'the process has ended') throw error;
        return true;
      });
      const { lines: now } = await statementOf(id);
      most = Math.max(most, now - last);
      last = now;
    }
    expect(most).toBeLessThan(2 * (many / pieces));
    expect(await statementOf(id)).toMatchObject({ state: 'compared', lines: many, progress: 1 });
    const [stored] = await database.owner.query(
      'select count(*) as n, count(distinct their_ref) as refs, max(number) as last from console.statement_line where statement_id = $1',
      [id],
    );
    expect(stored).toEqual({ n: many, refs: many, last: many + 1 });
    const [found] = await database.owner.query(
      'select count(*) as n from console.statement_difference where statement_id = $1',
      [id],
    );
    expect(found).toEqual({ n: many });
  });
});

describe('a difference', () => {
  const day = '2026-03-25';

  async function onlyThere(account: string, lines: string[]): Promise<Difference[]> {
    const id = await uploadStatement(http, paying, file(...lines), { account, from: day });
    await read();
    return differencesOf(`statement=${id}`);
  }

  test('is closed once, of two operators who do it at the same time, with a line of the audit', async () => {
    const [difference] = await onlyThere('pawapay', [line(`${day} 09:00`, { ref: 'two close' })]);
    const answers = await Promise.all([close(difference!.id, paying), close(difference!.id, colleague)]);
    expect(sorted(answers.map(({ statusCode }) => String(statusCode)))).toEqual(['200', '409']);
    expect(await differencesOf(`statement=${difference!.statement}`)).toMatchObject([
      { state: 'closed', note: 'The provider has sent us a mail about it.' },
    ]);
    const lines = await database.owner.query(
      `select act from console.audit where convert_from(record, 'UTF8')::jsonb -> 'after' ->> 'difference' = $1`,
      [String(difference!.id)],
    );
    expect(lines).toEqual([{ act: 'statement_difference_closed' }]);
  });

  test('a difference that needs no note any more agrees by itself, once the payment has changed', async () => {
    const late = await pay(`${day}T10:00:00Z`, { status: 'pending' });
    const [difference] = await onlyThere('pawapay', [line(`${day} 10:01`, late)]);
    expect(difference).toMatchObject({ kind: 'status', state: 'open', ours: { status: 'pending' } });
    await database.owner.query(`update payment set status = 'succeeded' where id = $1`, [late.id]);
    expect(await differencesOf(`statement=${difference!.statement}`)).toMatchObject([{ state: 'agrees' }]);
    expect(await differencesOf(`statement=${difference!.statement}&state=open`)).toEqual([]);
    expect(await statementOf(difference!.statement)).toMatchObject({ open: 0 });
  });

  test('a difference of a line that names no payment has a suggestion, which one person confirms once', async () => {
    const account = 'fedapay';
    const meant = await pay(`${day}T11:00:00Z`, { account, amount: 2_345 });
    const another = await pay(`${day}T05:00:00Z`, { account, amount: 2_345 });
    await pay(`${day}T11:00:00Z`, { account, amount: 2_345, direction: 'withdrawal' });
    await pay(`${day}T11:00:00Z`, { account, amount: 2_346 });
    const found = await onlyThere(account, [
      line(`${day} 11:02`, { ref: 'typed by hand' }, { amount: 2_345, status: 'PENDING' }),
      line(`${day} 11:03`, { ref: 'and again' }, { amount: 2_345 }),
    ]);
    const one = found.find(({ theirs }) => theirs?.ref === 'typed by hand')!;
    const other = found.find(({ theirs }) => theirs?.ref === 'and again')!;
    const opened = await paying.get(`/statement-differences/${one.id}`);
    expect(opened.json().data.suggestions).toMatchObject([{ payment: meant.id }, { payment: another.id }]);
    const match = (id: number, payment: string, operator = paying) =>
      operator.post(`/statement-differences/${id}/match`, { payment });
    expect((await match(one.id, randomUUID())).statusCode).toBe(404);
    const elsewhere = await pay(`${day}T11:00:00Z`, { amount: 2_345 });
    expect((await match(one.id, elsewhere.id)).statusCode).toBe(409);
    // Two lines cannot have one payment, also at once.
    const answers = await Promise.all([match(one.id, meant.id), match(other.id, meant.id, colleague)]);
    expect(sorted(answers.map(({ statusCode }) => String(statusCode)))).toEqual(['200', '409']);
    const after = await differencesOf(`statement=${one.statement}`);
    const matched = answers[0]!.statusCode === 200 ? one : other;
    expect(after.find(({ id }) => id === matched.id)).toMatchObject({ state: 'agrees', payment: meant.id });
    // The line is compared like any other.
    const more = after.filter(({ kind }) => kind === 'status');
    expect(more).toHaveLength(matched === one ? 1 : 0);
  });

  test('is a file too, without formulas', async () => {
    const [difference] = await onlyThere('pawapay', [line(`${day} 12:00`, { ref: '=cmd()' })]);
    const filter = `statement=${difference!.statement}&kind=only_there&state=open`;
    const answer = await auditor.get(`/statement-differences?${filter}&as=csv`);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(`"'=cmd()"`);
    expect((await paying.get('/statement-differences?as=csv')).statusCode).toBe(403);
  });

  test('is for payments to work off; risk, compliance and the auditor see it, and nobody else', async () => {
    const [difference] = await onlyThere('pawapay', [line(`${day} 13:00`, { ref: 'whose' })]);
    const content = Buffer.from(file());
    for (const role of ['risk', 'compliance', 'auditor'] as const) {
      const operator = await signInOperator(http, [role]);
      expect((await operator.get('/statement-differences')).statusCode).toBe(200);
      expect((await close(difference!.id, operator)).statusCode).toBe(403);
      expect((await beginUpload(operator, content)).statusCode).toBe(403);
      expect((await putPiece(http, operator, difference!.statement, 0, content)).statusCode).toBe(403);
    }
    for (const role of ['support', 'draws', 'admin'] as const) {
      const operator = await signInOperator(http, [role]);
      expect((await operator.get('/statements')).statusCode).toBe(403);
      expect((await operator.get('/statement-differences')).statusCode).toBe(403);
    }
    expect((await differencesOf(`statement=${difference!.statement}`))[0]).toMatchObject({ state: 'open' });
  });
});
