import { readFileSync } from 'node:fs';
import { judgeAfter, type After, type JudgedAfter } from './after.ts';
import { CannotJudge, judgeBefore } from './before.ts';
import { judgeDrawn } from './drawn.ts';
import type { Journal } from './journal.ts';
import type { Noted, Opinion, OpinionDrawn, Source } from './source.ts';

/** The subject of an opinion: the sealed tickets; the result, before anybody is paid; the result and all dues, after the payouts. */
export type Phase = 'before' | 'drawn' | 'after';

/** The opinion on one draw in one phase. */
export interface Judgement {
  readonly draw: string;
  readonly drawsAt: Date;
  readonly phase: Phase;
  readonly opinion: Opinion | OpinionDrawn | JudgedAfter;
  /** The line in the site's database; null where nothing was written. */
  readonly noted: Noted | null;
}

export interface Judge extends Pick<After, 'chains' | 'most' | 'progress'> {
  readonly source: Source;
  readonly journal: Journal | null;
  /** Whether to write its opinions down. */
  readonly notes: boolean;
}

const { name, version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  name: string;
  version: string;
};
/** The text in this machine's notes. */
export const program = `${name} ${version}`;

/** The site's database keeps so many sentences of an opinion, each so long. */
const mostSentences = 40;
const longestSentence = 250;

/**
 * Judges a draw as far as it has come: its sealed tickets, where nobody did before; its result, until everybody is paid; and all of it
 * once it is finished.
 *
 * @throws CannotJudge when there is no such draw, or when it is not sealed yet
 */
export async function judgeDraw(judge: Judge, id: string): Promise<Judgement[]> {
  const kept = await judge.source.draw(id);
  if (kept === null) throw new CannotJudge('there is no such draw');
  const judgements: Judgement[] = [];
  const isKnown = judge.notes ? (await judge.source.firstRoot(id)) !== null : false;
  if (kept.seal !== null && (kept.finishedAt === null || (judge.notes && !isKnown)))
    judgements.push(await takeBefore(judge, id));
  // Where it notes nothing, nobody may have seen the tickets.
  if (kept.status === 'drawn' && judge.notes) judgements.push(await takeDrawn(judge, id));
  if (kept.finishedAt !== null) judgements.push(await takeAfter(judge, id));
  if (judgements.length === 0) throw new CannotJudge('it is not sealed yet');
  return judgements;
}

/** @throws CannotJudge */
export async function takeBefore(judge: Judge, id: string): Promise<Judgement> {
  const kept = (await judge.source.draw(id))!;
  const opinion = await judgeBefore(judge.source, kept, judge.most, judge.progress);
  await keep(judge, id, 'before', opinion);
  const noted = judge.notes ? await judge.source.noteBefore(id, short(opinion), program) : null;
  return { draw: id, drawsAt: kept.drawsAt, phase: 'before', opinion, noted };
}

/** @throws CannotJudge */
export async function takeDrawn(judge: Judge, id: string): Promise<Judgement> {
  const kept = (await judge.source.draw(id))!;
  const opinion = await judgeDrawn(judge.source, kept, { chains: judge.chains, ownRootOf: ownRootsOf(judge) });
  await keep(judge, id, 'drawn', opinion);
  const noted = judge.notes ? await judge.source.noteDrawn(id, short(opinion), program) : null;
  return { draw: id, drawsAt: kept.drawsAt, phase: 'drawn', opinion, noted };
}

/** @throws CannotJudge */
export async function takeAfter(judge: Judge, id: string): Promise<Judgement> {
  const kept = (await judge.source.draw(id))!;
  const opinion = await judgeAfter(judge.source, kept, { ...judge, ownRootOf: ownRootsOf(judge) });
  await keep(judge, id, 'after', opinion);
  const noted = judge.notes ? await judge.source.noteAfter(id, short(opinion), program) : null;
  return { draw: id, drawsAt: kept.drawsAt, phase: 'after', opinion, noted };
}

function ownRootsOf({ journal }: Judge): (drawId: string) => string | null {
  return (draw) => journal?.rootOf(draw) ?? null;
}

/** Written to this machine's own file before the site gets it. */
async function keep({ journal, notes }: Judge, draw: string, phase: Phase, { root, differs }: Opinion): Promise<void> {
  if (!notes) return;
  await journal?.add({ draw, phase, at: new Date().toISOString(), root: root && root.toString('hex'), differs });
}

/** The same opinion, with as many sentences as the site's database takes. */
function short<T extends Opinion>(opinion: T): T {
  const { differs } = opinion;
  const first =
    differs.length <= mostSentences
      ? differs
      : [...differs.slice(0, mostSentences - 1), `and ${differs.length - mostSentences + 1} more`];
  return { ...opinion, differs: first.map((sentence) => sentence.slice(0, longestSentence)) };
}
