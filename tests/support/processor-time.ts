import { readdirSync, readFileSync } from 'node:fs';

/** The kinds of processes of a run, in the order in which they are printed. */
const kinds = ['test processes', 'Chromium', 'PostgreSQL', 'servers and commands'] as const;
type Kind = (typeof kinds)[number];
/** Seconds of processor time by kind of process. */
export type Seconds = ReadonlyMap<Kind, number>;

/** A process that was seen, as it was last. Times are in ticks of the system's clock. */
interface Seen {
  readonly key: string;
  readonly parent: string | null;
  kind: Kind;
  /** How often it was seen: a new process has its parent's command until it has its own. */
  looks: number;
  isAlive: boolean;
  /** The processor time of the process itself. */
  own: number;
  /** The time of its children that have ended, with their children's. */
  waited: number;
}

interface ProcessorTimes {
  /** The processor time until now; nothing where the system does not tell. */
  read(): Seconds;
  /** @returns a line for people, or null where the system does not tell: only Linux does */
  stop(): string | null;
}

/** The system's clock for processor time; Linux has had this rate on every machine for decades. */
const ticksPerSecond = 100;

/** Measures the processor time of this process and of all that it starts, by kind of process. */
export function measureProcessorTime(root: number = process.pid): ProcessorTimes {
  const seen = new Map<string, Seen>();
  look(seen, root);
  // The time of a process after it was last seen is in its parent's time of ended children, so none is lost between two looks. A look
  // reads several hundred files.
  const timer = setInterval(() => look(seen, root), 15_000);
  timer.unref();
  function read(): Seconds {
    look(seen, root);
    return seen.size === 0 ? new Map() : sum(seen);
  }
  return {
    read,
    stop() {
      clearInterval(timer);
      const used = read();
      return used.size === 0 ? null : `Processor time: ${inWords(used)}.`;
    },
  };
}

function look(seen: Map<string, Seen>, root: number): void {
  const now = readProcesses();
  const keyOf = (pid: number) => (now.has(pid) ? `${pid} ${now.get(pid)!.start}` : null);
  for (const process of seen.values()) process.isAlive = false;
  for (const pid of now.keys()) visit(pid);

  /** @returns whether the process belongs to the run */
  function visit(pid: number): boolean {
    const found = now.get(pid);
    if (found === undefined) return false;
    const key = keyOf(pid)!;
    const known = seen.get(key);
    if (known?.isAlive) return true;
    // A process whose parent has ended belongs to the system's first one, and is still the run's.
    if (known === undefined && pid !== root && !visit(found.parent)) return false;
    const { own, waited } = found;
    const looks = (known?.looks ?? 0) + 1;
    const kind = known && looks > 3 ? known.kind : kindOf(pid);
    seen.set(key, { key, parent: known ? known.parent : keyOf(found.parent), kind, looks, isAlive: true, own, waited });
    return true;
  }
}

function readProcesses() {
  const found = new Map<number, { parent: number; start: string; own: number; waited: number }>();
  for (const name of list('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The second field, the program in brackets, may hold anything; what follows is numbers.
    const [, parent, ...rest] = read(`/proc/${name}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ');
    if (parent === undefined) continue;
    const [user, system, childrenUser, childrenSystem] = rest.slice(9, 13).map(Number);
    found.set(Number(name), {
      parent: Number(parent),
      start: rest[17]!,
      own: user! + system!,
      waited: childrenUser! + childrenSystem!,
    });
  }
  return found;
}

function kindOf(pid: number): Kind {
  const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  if (/^postgres:|\/(postgres|initdb|pg_\w+) /.test(command)) return 'PostgreSQL';
  // Its name, and not the folder it is in: a clone may be called anything.
  if (/^(\S*\/)?(chrom|headless_shell)[^\s/]*( |$)/i.test(command)) return 'Chromium';
  return command.includes('vitest') ? 'test processes' : 'servers and commands';
}

function sum(seen: ReadonlyMap<string, Seen>): Seconds {
  const ended = new Map<string | null, Seen[]>();
  for (const process of seen.values()) {
    if (!process.isAlive) ended.set(process.parent, [...(ended.get(process.parent) ?? []), process]);
  }
  const ticks = new Map<Kind, number>(kinds.map((kind) => [kind, 0]));
  for (const [key, { kind, own, waited }] of seen) {
    // The time of a child that was seen counts for its own kind. Time of children that were never seen counts for the kind of their parent.
    const unseen = Math.max(0, waited - sumEnded(key));
    ticks.set(kind, ticks.get(kind)! + own + unseen);
  }
  return new Map(kinds.map((kind) => [kind, ticks.get(kind)! / ticksPerSecond]));

  /** The time that ended children of a process, seen before, add to its time of ended children. */
  function sumEnded(parent: string): number {
    return (ended.get(parent) ?? []).reduce(
      (total, { key, own, waited }) => total + own + Math.max(waited, sumEnded(key)),
      0,
    );
  }
}

/** Such as `12 s (test processes 5 s, Chromium 7 s)`. */
export function inWords(seconds: Seconds, digits = 0): string {
  const inSeconds = (value: number) => `${value.toFixed(digits)} s`;
  const parts = [...seconds].map(([kind, value]) => `${kind} ${inSeconds(value)}`);
  return `${inSeconds(total(seconds))} (${parts.join(', ')})`;
}

export function total(seconds: Seconds): number {
  return [...seconds.values()].reduce((one, other) => one + other, 0);
}

/** A process may end while it is looked at, and only Linux has these files. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
