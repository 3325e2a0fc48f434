import type { ReactNode } from 'react';
import type { replayDraw, replayPlayer } from '#contract/calls/operator/replay.ts';
import type { RowOf } from '#console/kit/useList.ts';
import { amount } from '#console/values/amounts.ts';
import { codeName } from '#console/values/names.ts';
import { words as paymentWords } from '#console/words/en/payments.ts';
import { words as playerWords } from '#console/words/en/players.ts';
import { words } from '#console/words/en/replay.ts';

export type PlayerStep = RowOf<typeof replayPlayer>;
export type DrawStep = RowOf<typeof replayDraw>;

/** One of the details of a step as text; empty without one. */
export function detailOf({ detail }: Pick<PlayerStep, 'detail'>, name: string): string {
  return String(detail?.[name] ?? '');
}

/** `Stake a day` of `{limit: 'stake', period: 'day'}` */
function limitOf(step: PlayerStep): string {
  const { limit, period } = playerWords.limits as Readonly<
    Record<'limit' | 'period', Readonly<Record<string, string>>>
  >;
  return `${limit[detailOf(step, 'limit')] ?? ''} ${period[detailOf(step, 'period')] ?? ''}`;
}

function breakOf(step: PlayerStep): string {
  const lengths: Readonly<Record<string, string>> = playerWords.acts.break.lengths;
  return lengths[detailOf(step, 'break')] ?? '';
}

const kinds: Readonly<Record<string, (step: PlayerStep) => string>> = {
  operator_acted: (step) => {
    const act = detailOf(step, 'act');
    return words.acted(step.who ?? '–', words.acts[act] ?? act.replaceAll('_', ' '));
  },
  limit_lowered: (step) => words.ofLimit(words.account[step.kind]!, limitOf(step)),
  limit_raised: (step) => words.ofLimit(words.account[step.kind]!, limitOf(step)),
  limit_set: (step) => words.limitSet(limitOf(step), amount(Number(step.detail?.['amount']))),
  limit_ended: (step) => words.limitEnded(limitOf(step)),
  break_begun: (step) => words.breakBegun(breakOf(step)),
  break_ended: (step) => words.breakEnded(breakOf(step)),
  lock_begun: (step) => words.locked(codeName('lock', detailOf(step, 'lock'))),
  lock_lifted: (step) => words.unlocked(codeName('lock', detailOf(step, 'lock'))),
  lock_ended: (step) => words.lockOver(codeName('lock', detailOf(step, 'lock'))),
};

/** A step of a player's day in a sentence. */
export function sayPlayerStep(step: PlayerStep): ReactNode {
  const { what, kind, ticket, draw, payment } = step;
  if (what === 'money') {
    const line = playerWords.lines[kind] ?? kind;
    if (ticket === null) return line;
    return (
      <>
        {line} · {ticket.name} <span className="mono">{ticket.selectedNumbers.join(' ')}</span>
      </>
    );
  }
  if (what === 'payment' && payment !== null) {
    const { directions, story } = paymentWords;
    return words.ofLimit(
      paymentWords.amountOf(directions[payment.direction], amount(payment.amount)),
      story.events[kind] ?? kind,
    );
  }
  if (what === 'draw' && draw !== null) {
    return (
      <>
        {kind === 'drawn' ? words.drawn : words.void}
        {draw.result && <span className="mono"> {draw.result.join(' ')}</span>} ·{' '}
        {words.played(draw.tickets ?? 0, amount(draw.tickets), amount(draw.staked), amount(draw.won))}
      </>
    );
  }
  if (what === 'notice') return words.notified(words.notices[kind] ?? kind);
  return kinds[kind]?.(step) ?? words.account[kind] ?? kind.replaceAll('_', ' ');
}

/** A step of a draw's life in a sentence. */
export function sayDrawStep(step: DrawStep): ReactNode {
  const { what, kind, name, ticket, result, detail } = step;
  const says = words.steps[kind] ?? kind;
  if (ticket !== null) {
    return (
      <>
        {kind === 'ticket' ? name : `${says} · ${name}`}{' '}
        <span className="mono">{ticket.selectedNumbers.join(' ')}</span>
      </>
    );
  }
  if (result !== null) {
    return (
      <>
        {says} <span className="mono">{result.join(' ')}</span>
      </>
    );
  }
  const parts: string[] = [says];
  if (what === 'stop') {
    parts.push(name ?? words.allTypes);
    if (detail?.['all'] === true) parts.push(words.ofAllDraws);
    if (detail?.['cap'] === true) parts.push(words.byCap);
  } else if (what === 'cap') {
    const capped = detail?.['amount'];
    const measure = detailOf(step, 'measure');
    parts.push(
      name ?? words.allTypes,
      typeof capped === 'number' ? words.cap(words.measures[measure] ?? measure, amount(capped)) : words.noCap,
    );
  } else if (what === 'opinion') parts.push(words.opinions[detail?.['agrees'] === true ? 'agrees' : 'differs']);
  return parts.join(' · ');
}
