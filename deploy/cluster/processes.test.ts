import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#tests/support/players/outsider.ts';
import { endAll, isRunning, markOf, withDescendants } from './proc.ts';
import { createProcesses, readRecord } from './processes.ts';

// All of it reads /proc.
const onLinux = process.platform === 'linux' ? test : test.skip;

async function createFolder(): Promise<string> {
  const folder = await mkdtemp('/tmp/izi-cluster-');
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

onLinux('a killed process is started again, and the record names what runs', async () => {
  const folder = await createFolder();
  const processes = createProcesses(folder);
  processes.start({ name: 'db1/sleeper', command: ['/bin/sleep', '600'] });
  const first = markOf(processes.pidOf('db1/sleeper'))!;
  expect(readRecord(folder)).toEqual({ cluster: markOf(process.pid), 'db1/sleeper': first });

  process.kill(first.pid, 'SIGKILL');
  await waitFor(async () => !processes.isRunning('db1/sleeper'), 'its end');
  expect(readRecord(folder)).toEqual({ cluster: markOf(process.pid) });
  await waitFor(async () => processes.isRunning('db1/sleeper'), 'its return');
  const second = markOf(processes.pidOf('db1/sleeper'))!;
  expect(second.pid).not.toBe(first.pid);

  await processes.end(['db1/sleeper'], 5_000);
  expect(isRunning(second)).toBe(false);
  await waitFor(async () => readRecord(folder)!['db1/sleeper'] === undefined, 'the record');
});

onLinux('a process on hold is not started again until it is released', async () => {
  const processes = createProcesses(await createFolder());
  processes.start({ name: 'one', command: ['/bin/sleep', '600'] });
  processes.hold(['one']);
  process.kill(processes.pidOf('one'), 'SIGKILL');
  await waitFor(async () => !processes.isRunning('one'), 'its end');
  expect(() => processes.pidOf('one')).toThrow('one does not run');
  processes.release(['one']);
  expect(processes.isRunning('one')).toBe(true);
  await processes.end(['one'], 5_000);
});

onLinux('a frozen or stubborn process is ended with its children, and no other process is', async () => {
  const script = `trap '' TERM; echo ready; sleep 600 & while :; do wait; done`;
  const child = spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'], cwd: await createFolder() });
  await once(child.stdout, 'data');
  await waitFor(async () => withDescendants([child.pid!]).length === 2, 'its child');
  const marks = withDescendants([child.pid!]).map((pid) => markOf(pid)!);
  expect(marks.map(({ pid }) => pid)).not.toContain(process.pid);
  child.kill('SIGSTOP');
  // The id of a process that ended, and that is another one's now.
  const other = { pid: process.pid, startedAt: '1' };
  await endAll([...marks, other], 300);
  expect(marks.filter(isRunning)).toEqual([]);
});
