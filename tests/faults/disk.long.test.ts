import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gatherCrowd, type Crowd } from '#tests/support/players/crowd.ts';
import { waitFor } from '#tests/support/players/outsider.ts';
import { printRecovery, timeRecovery } from '#tests/support/site/recovery.ts';
import { createDataFolder, startServer, withOwner, type ServerProcess } from '#tests/support/site/server.ts';

const run = promisify(execFile);
/** The database, some of its write-ahead log, and a little more. */
const diskMegabytes = 224;
const clients = 4;
const fullMs = 2_000;

test('with a full disk no bet is taken and no answer is wrong; with space again everything works as before', async (context) => {
  const data = await createDataFolder();
  const mounted = await mountSmallDisk(data.folder);
  let server: ServerProcess | undefined;
  try {
    if (!mounted) {
      console.warn('✗ SKIPPED: what a full disk does is only tested where the tests may mount one, that is as root');
      return context.skip();
    }
    server = await startServer(data.folder, {
      DRAW_EVERY_MINUTES: '60',
      TIMETABLE_DAYS: '1',
      RATE_LIMIT_SCALE: '10000',
    });
    const crowd = await withOwner(data.folder, (owner) => gatherCrowd(server!.url, owner, clients));
    await crowd.start();
    await sleep(500);

    const ballast = join(data.folder, 'ballast');
    await fillDisk(ballast);
    await askForMoreLog(data.folder);
    const since = crowd.sends.length;
    await waitFor(async () => refusedOf(crowd, since) > 0, 'a refusal');
    await sleep(fullMs);
    await rm(ballast);
    const took = await timeRecovery(server.url, crowd);

    await crowd.stop();
    await withOwner(data.folder, (owner) => crowd.expectAllThere(owner));
    expect(crowd.sends.filter(({ broken }) => broken !== null)).toEqual([]);
    expect(server.output()).toContain('the disk is full; trying again');
    printRecovery('a full disk', [took]);
  } finally {
    await server?.end('SIGINT');
    if (mounted) await run('umount', [data.folder]);
    await data.remove();
  }
});

async function mountSmallDisk(folder: string): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
}

async function fillDisk(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (let size = 1 << 20; size > 0;) {
      const { bytesWritten } = await file.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
      if (bytesWritten < size) size >>= 1;
    }
  } finally {
    await file.close();
  }
}

/**
 * The log is written in files of 16 MB that are created in advance, so without this the database would take bets for a
 * while.
 */
async function askForMoreLog(folder: string): Promise<void> {
  await withOwner(folder, async (owner) => {
    for (let files = 0; files < 20; files++) {
      await owner.query('select pg_switch_wal()');
      await owner.query(`select pg_logical_emit_message(true, 'disk', 'full')`);
    }
  }).catch(() => {
    // It stopped because it could not create the file.
  });
}

function refusedOf(crowd: Crowd, since: number): number {
  return crowd.sends.slice(since).filter(({ status }) => status === 503).length;
}
