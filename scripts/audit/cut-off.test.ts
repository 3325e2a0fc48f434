import type { LogFn } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDrawKeys } from '#server/fair-draw/draw-keys.ts';
import { announceOperatorKey } from '#server/fair-draw/operator-keys.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { createAuditKeeping } from '#server/operator-work/keep-audit.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { checkAudit } from './check-audit.ts';

// The owner of the tables removes the newest lines, and all references to them.

const keys = openDrawKeys(null, openKeyRing(Buffer.alloc(32, 7)));
const [kept, taken] = [5, 3];

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await announceOperatorKey(database.worker, keys);
  for (let line = 0; line < kept; line++) await writeLine();
});
afterAll(() => database.drop());

const writeLine = () => database.owner.query(`select console.write_audit(null, 'done', 'site')`);

/** A worker, with what it has written to its log. */
function startWorker() {
  const lines: Record<string, unknown>[] = [];
  const write = (line: object, message?: string) => void lines.push({ ...line, message });
  const log = { info: write as LogFn, error: write as LogFn };
  const work = createAuditKeeping({ db: database.worker, keys, auditorEmail: undefined, log });
  return { lines, step: () => work.step(new AbortController().signal) };
}

const newestSeen = 'the audit has a new newest line';

const openAlarms = async () => {
  await database.worker.query('select console.watch()');
  return database.owner.query(`select kind from console.alarm where kind = 'audit_wrong' and closed_at is null`);
};

test('a running worker detects missing lines within a minute and keeps reporting them; its log is the proof', async () => {
  const worker = startWorker();
  await worker.step();
  for (let line = 0; line < taken; line++) await writeLine();
  await worker.step();
  const [seen] = worker.lines.filter(({ message }) => message === newestSeen).slice(-1) as [{ hash: string }];

  // With the signed heads, the messages to the auditor and the note of the last line.
  await database.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('delete from console.audit where number > $1', [kept]);
    await tx.query('delete from console.signed_head');
    await tx.query('delete from message');
    await tx.query(
      'update console.audit_head h set number = a.number, hash = a.hash from console.audit a where a.number = $1',
      [kept],
    );
  });

  // The second look begins with line 1, where the chain is right.
  for (const _ of ['first', 'second', 'third']) {
    await worker.step();
    expect(worker.lines.at(-1)).toMatchObject({ message: 'the audit is wrong', number: expect.any(Number) });
    expect(await openAlarms()).toHaveLength(1);
  }

  // Neither a worker that begins now nor a look at the tables alone can know of the lines.
  const later = startWorker();
  await later.step();
  expect(later.lines.filter(({ message }) => message === 'the audit is wrong')).toEqual([]);
  expect((await checkAudit(database.owner, [])).faults).toEqual([]);
  // A head that was kept outside tells.
  const report = await checkAudit(database.owner, [seen.hash]);
  expect(report.found).toEqual([{ hash: seen.hash, number: null }]);
  expect(report.faults).toHaveLength(1);
});

test('a signed head that is left shows that lines are missing', async () => {
  await startWorker().step();
  const lines = (await checkAudit(database.owner, [])).lines;
  await database.owner.transact(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query('delete from console.audit where number >= $1', [lines - 1]);
    await tx.query(
      'update console.audit_head h set number = a.number, hash = a.hash from console.audit a where a.number = $1',
      [lines - 2],
    );
  });
  expect((await checkAudit(database.owner, [])).faults).not.toEqual([]);
});
