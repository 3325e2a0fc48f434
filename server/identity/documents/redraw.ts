import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { limitTurns } from '#database/limit-turns.ts';
import { overloaded, Refusal } from '#server/http/refusal.ts';
import { shareOfMachine } from '#server/processes/part.ts';
import { badPicture } from './redraw-limits.ts';

const program = fileURLToPath(new URL('redraw-process.ts', import.meta.url));

/** How long drawing may take, in milliseconds: a picture of 24 megapixels takes about two seconds. */
const timeoutMs = 20_000;
/** How much memory the process may use besides Node's own, in kB. A picture of 24 megapixels takes some 200 MB. */
const mostMemoryKb = 1_000_000;
/** A picture of 1,600 by 1,600 pixels is always smaller. */
const mostDrawnBytes = 4_000_000;
/** Each takes a core. */
const mostAtOnce = shareOfMachine(2);
/** More are refused, rather than kept in memory until their callers have gone. */
const mostWaiting = 20;

const inTurn = limitTurns({ most: mostAtOnce, mostWaiting, refuse: () => overloaded });

/**
 * Draws a picture again as a JPEG, so that what is kept was never uploaded: a file that is a picture and something else at once
 * ends here, and so does all metadata. Longer sides are scaled to 1,600 pixels.
 *
 * @param picture whose first bytes say JPEG or PNG
 * @throws Refusal image_refused when it cannot be drawn within its limits; overloaded when many wait
 */
export async function redraw(picture: Buffer): Promise<Buffer> {
  if (!isPicture(picture)) throw new Refusal('image_refused');
  return inTurn(() => run(picture));
}

/** Whether bytes begin as JPEG or PNG. */
function isPicture(bytes: Buffer): boolean {
  return signatures.some((signature) => bytes.subarray(0, signature.length).equals(signature));
}

const signatures = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])];

async function run(picture: Buffer): Promise<Buffer> {
  const [file, args] = command();
  const child = spawn(file, args, {
    // No setting and no key, and nothing to find in its folder.
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  // It may have ended before it has read everything.
  child.stdin.on('error', () => {});
  child.stdin.end(picture);
  const [code, drawn, complaint] = await Promise.all([ended, readDrawn(child), text(child.stderr)]);
  if (code === 0 && isPicture(drawn)) return drawn;
  const cause = new Error(`redrawing a picture ended with ${code}: ${complaint.slice(0, 500)}`);
  // Null: it was ended, for its time or its memory.
  if (code === badPicture || code === null) throw new Refusal('image_refused', { cause });
  throw cause;
}

/** Ends a process that writes more than a picture. */
async function readDrawn(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= mostDrawnBytes) chunks.push(chunk);
    else child.kill('SIGKILL');
  }
  return Buffer.concat(chunks);
}

/** The program with a limit on its memory, where the system's shell can set one. */
function command(): [file: string, args: string[]] {
  const node = ['--max-old-space-size=64', program];
  if (process.platform === 'win32') return [process.execPath, node];
  return ['/bin/sh', ['-c', `ulimit -d ${mostMemoryKb} 2>/dev/null; exec "$0" "$@"`, process.execPath, ...node]];
}
