import { beaconKinds, decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { decodeSeal } from '#domain/fair-draw/seal-record.ts';
import type { Step } from '#domain/fair-draw/steps.ts';
import type { DrawReport } from './verify-site.ts';

const marks = { passed: '✓', failed: '✗', pending: '…', skipped: '–' };

export function stepLine({ name, state, sentence }: Step): string {
  return `${marks[state]} ${name.padEnd(18)} ${sentence}`;
}

/** One line for a draw among many. */
export function summaryLine({ drawId, verdict, lie, isVoid, proof }: DrawReport): string {
  if (lie || !proof?.seal) return `${marks.failed} ${drawId}`;
  const { drawsAt, beacon } = decodeDraw(proof.draw);
  const mark = verdict === 'proved' ? marks.passed : marks.pending;
  const result = proof.result?.join(' ') ?? (isVoid ? 'called off       ' : 'no result yet    ');
  const trust = beacon.kind === beaconKinds.none ? ', operator-trusted' : '';
  const tickets = `tickets: ${decodeSeal(proof.seal).size}`;
  return `${mark} ${drawId}  ${new Date(drawsAt).toISOString()}  ${result}  ${tickets}${trust}`;
}

export function conclusionLine({ drawId, verdict, lie, isVoid, isUnasked }: DrawReport): string {
  if (lie) return `LIE: draw ${drawId}, ${lie.name}, ${lie.code}: ${lie.sentence}`;
  if (verdict === 'proved') return `Draw ${drawId} is proved.`;
  if (isUnasked) {
    return `Draw ${drawId} was called off after it was sealed, and no relay of its beacon says whether it should have been drawn: name one with --beacon-url.`;
  }
  if (isVoid) return `Nothing is false about draw ${drawId}, which was called off before it was sealed.`;
  return `Nothing is false about draw ${drawId}, but not everything could be checked yet.`;
}
