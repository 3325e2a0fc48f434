import { equalBytes } from '#domain/fair-draw/bytes.ts';
import type { DrawProof } from '#domain/fair-draw/proof.ts';
import { failed, passed, type Finding } from '#domain/fair-draw/steps.ts';
import { nameOf } from '#domain/words/en/records.ts';
import * as words from '#domain/words/en/verify.ts';
import type { KnownSeals } from './messages.ts';

/** Whether the seals the site shows now, by draw, are those this device saw earlier. */
export function compareToSeen(seals: KnownSeals, known: KnownSeals): Finding {
  const ids = Object.keys(seals).filter((drawId) => drawId in known);
  const other = ids.find((drawId) => known[drawId] !== seals[drawId]);
  if (other) {
    return failed('seal_two_views', words.otherSeal(short(known[other]!), other, short(seals[other]!)));
  }
  return ids.length > 0 ? passed(words.seenBefore, 'seen_before') : passed(words.keptNow, 'kept');
}

const fields = [
  ['draw', 'record of the draw'],
  ['commitment', 'commitment'],
  ['operatorKey', 'operator’s key'],
  ['seal', 'seal'],
  ['seed', 'seed'],
] as const;

/** Whether the site still says what it said when the receipt was saved. A field that did not exist then may have any value now. */
export function compareToSaved(saved: DrawProof, now: DrawProof): Finding {
  const changed = fields.find(([field]) => {
    const [before, after] = [saved[field], now[field]];
    return before !== null && (after === null || !equalBytes(before, after));
  });
  const what = changed?.[1] ?? (saved.result && String(saved.result) !== String(now.result) ? 'result' : null);
  return what ? failed('saved_differs', words.savedDiffers(nameOf(what))) : passed(words.savedSame);
}

function short(hash: string): string {
  return `${hash.slice(0, 8)}…`;
}
