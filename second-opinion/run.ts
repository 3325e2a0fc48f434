import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { help, readArguments, type Asked } from './arguments.ts';
import { quicknet, readChain } from './beacon.ts';
import { CannotJudge } from './before.ts';
import { addUpDays } from './figures.ts';
import { Journal } from './journal.ts';
import { judgeDraw, type Judge, type Judgement } from './judge.ts';
import { figureLines, judgementJson, judgementLines } from './lines.ts';
import { Source } from './source.ts';
import { watch } from './watch.ts';

export interface Terminal {
  /** Prints a line of the answer. */
  readonly print: (line: string) => void;
  /** Prints progress and errors. */
  readonly tell: (line: string) => void;
  /** Ends --watch. */
  readonly signal: AbortSignal;
}

type Environment = Readonly<Record<string, string | undefined>>;

const agrees = 0;
const disagrees = 1;
const failed = 2;

/** After a break of the connection. */
const reconnectMs = 2_000;

/** @returns the exit code */
export async function run(args: readonly string[], env: Environment, terminal: Terminal): Promise<number> {
  const asked = readArguments(args, env);
  if (typeof asked === 'string') {
    terminal.tell(asked);
    return failed;
  }
  if (asked.mode === 'help') {
    terminal.print(help);
    return agrees;
  }
  let journal: Journal | null = null;
  try {
    const url = databaseUrl(env);
    if (url === null) throw new Error('OPINION_DATABASE_URL is not set. See --help.');
    const chains = [quicknet, ...(asked.beaconChain === null ? [] : [await readChain(asked.beaconChain)])];
    if (asked.journal !== null) journal = await Journal.open(asked.journal);
    const progress = (tickets: number) => terminal.tell(`… ${tickets.toLocaleString('en')} tickets`);
    const judge = { journal, chains, notes: asked.notes, most: asked.first, progress };
    return await (asked.mode === 'watch' ? watchOn : judgeOnce)(url, asked, judge, terminal);
  } catch (error) {
    terminal.tell(`✗ ${messageOf(error)}`);
    return failed;
  } finally {
    await journal?.close();
  }
}

type Unconnected = Omit<Judge, 'source'>;

/** One draw, those of some days, or their figures. */
async function judgeOnce(url: string, asked: Asked, judge: Unconnected, terminal: Terminal): Promise<number> {
  const source = await Source.open(url);
  try {
    if (asked.mode === 'draw') return await judgeDraws({ ...judge, source }, [asked.draw], asked, terminal);
    const from = await source.startOfDay(asked.from, asked.zone);
    const to = await source.startOfDay(dayAfter(asked.to), asked.zone);
    if (asked.mode === 'range') {
      return await judgeDraws({ ...judge, source }, await source.drawsBetween(from, to), asked, terminal);
    }
    const ids = await source.drawsBetween(from, to, asked.by === 'finished' ? 'finished_at' : 'draws_at');
    const ownRootOf = (draw: string) => judge.journal?.rootOf(draw) ?? null;
    const days = await addUpDays(source, ids, { ...judge, ownRootOf, by: asked.by, zone: asked.zone });
    for (const line of asked.json ? days.map((day) => JSON.stringify(day)) : figureLines(days)) terminal.print(line);
    return days.some(({ disagreements }) => disagreements > 0) ? disagrees : agrees;
  } finally {
    await source.close();
  }
}

async function judgeDraws(judge: Judge, ids: readonly string[], { json }: Asked, terminal: Terminal): Promise<number> {
  let [judged, wrong, unable] = [0, 0, 0];
  for (const id of ids) {
    if (terminal.signal.aborted) break;
    try {
      for (const judgement of await judgeDraw(judge, id)) {
        judged++;
        if (judgement.opinion.differs.length > 0) wrong++;
        printJudgement(judgement, json, terminal);
      }
    } catch (error) {
      if (!(error instanceof CannotJudge)) throw error;
      // In a range there are draws that are on sale.
      if (ids.length === 1 || error.message !== 'it is not sealed yet') {
        unable++;
        terminal.tell(`· ${id}: ${error.message}`);
      }
    }
  }
  if (ids.length !== 1)
    terminal.tell(`${judged} opinions on ${ids.length} draws: ${wrong} disagree, ${unable} draws could not be judged`);
  if (wrong > 0) return disagrees;
  return unable > 0 ? failed : agrees;
}

function printJudgement(judgement: Judgement, json: boolean, { print }: Terminal): void {
  if (json) print(JSON.stringify(judgementJson(judgement)));
  else for (const line of judgementLines(judgement)) print(line);
}

/** Goes on after a break of the connection, until the signal. */
async function watchOn(url: string, { json }: Asked, judge: Unconnected, terminal: Terminal): Promise<number> {
  let wrong = false;
  const said = (judgement: Judgement) => {
    wrong ||= judgement.opinion.differs.length > 0;
    printJudgement(judgement, json, terminal);
  };
  const refused = (draw: string, because: string) => terminal.tell(`· ${draw}: ${because}`);
  while (!terminal.signal.aborted) {
    const sources: Source[] = [];
    const openJudge = async () => {
      const source = await Source.open(url);
      sources.push(source);
      return { ...judge, source };
    };
    try {
      await watch(await openJudge(), await openJudge(), terminal.signal, { said, refused });
    } catch (error) {
      terminal.tell(`· ${messageOf(error)}; trying again`);
      await sleep(reconnectMs, undefined, { signal: terminal.signal }).catch(() => {});
    } finally {
      for (const source of sources) await source.close().catch(() => {});
    }
  }
  return wrong ? disagrees : agrees;
}

/** The address may be in a file, because platforms mount secrets as files. */
function databaseUrl(env: Environment): string | null {
  const file = env['OPINION_DATABASE_URL_FILE'];
  return (file ? readFileSync(file, 'utf8') : env['OPINION_DATABASE_URL'])?.trim() || null;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, 10);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
