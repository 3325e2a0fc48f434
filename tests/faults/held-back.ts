import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { settingsFor } from '#tests/support/database/line.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { gatherCrowd } from '#tests/support/players/crowd.ts';
import { createOutsider, paymentBody, signUp, type Outsider } from '#tests/support/players/outsider.ts';
import { createDataFolder, startServer, type ServerProcess } from '#tests/support/site/server.ts';

/** Longer than the site waits for a connection, for a statement, and than the database lets a transaction be idle. */
const heldMs = 7_000;
const clients = 6;
/** The most that one player may have under way. */
const deposits = 20;

/** Holds a process back while players bet and pay. */
export function holdBack(
  how: 'a process that stands still for seconds' | 'a process beside four that never rest',
): void {
  let database: TestDatabase;
  let data: Awaited<ReturnType<typeof createDataFolder>>;
  let server: ServerProcess;

  beforeAll(async () => {
    [database, data] = await Promise.all([createTestDatabase(), createDataFolder()]);
    server = await startServer(data.folder, {
      ...settingsFor(database.config),
      ...keySettings,
      DRAW_EVERY_MINUTES: '60',
      RATE_LIMIT_SCALE: '10000',
      LOG_LEVEL: 'warn',
      WEB_PROCESSES: '1',
    });
  });
  afterAll(async () => {
    server.child.kill('SIGCONT');
    await server.end('SIGKILL');
    await Promise.all([database.drop(), data.remove()]);
  });

  test(`${how}: players are answered or told to retry, nothing is logged as an error, and nothing is lost`, async () => {
    const crowd = await gatherCrowd(server.url, database.owner, clients);
    const payer = createOutsider(server.url);
    const account = await signUp(payer);
    const release = how.includes('four') ? occupyProcessors(4) : () => {};
    await crowd.start();
    await crowd.nextPlaced();
    const keys = Array.from({ length: deposits }, () => randomUUID());
    const paid = Promise.all(keys.map((key) => depositInTheEnd(payer, paymentBody(account, 500), key)));
    for (const ms of [heldMs, 1_500, 3_500]) {
      server.child.kill('SIGSTOP');
      await sleep(ms);
      server.child.kill('SIGCONT');
      await crowd.nextPlaced();
    }
    release();
    await crowd.stop();
    const payments = await paid;

    expect(crowd.sends.filter(({ broken }) => broken !== null)).toEqual([]);
    expect(errorsOf(server)).toEqual([]);
    await crowd.expectAllThere(database.owner);
    const stored = await database.owner.query<{ key: string; id: string }>(
      'select idempotency_key as key, id from payment where idempotency_key = any ($1)',
      [keys],
    );
    expect(Object.fromEntries(stored.map(({ key, id }) => [key, id]))).toEqual(Object.fromEntries(payments));
  });
}

/** Sends a deposit until it is answered. @returns its key and its id */
async function depositInTheEnd(payer: Outsider, body: object, key: string): Promise<[string, string]> {
  for (;;) {
    const { status, headers, json, text } = await payer.call('/clients/deposit', {
      body,
      headers: { 'idempotency-key': key },
    });
    if (status === 201) return [key, json.data.id];
    if (status !== 503) throw new Error(`a deposit was answered ${status}, ${text}`);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await sleep(100);
  }
}

/** Starts processes that each take all the processor time that they get. @returns what ends them */
function occupyProcessors(count: number): () => void {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const end = () => busy.forEach((child) => child.kill('SIGKILL'));
  onTestFinished(end);
  return end;
}

function errorsOf({ output }: ServerProcess): string[] {
  const lines = output().split('\n');
  return lines.filter((line) => line.startsWith('{') && JSON.parse(line).level >= 50);
}
