import type { listStatements } from '#contract/calls/operator/statements.ts';
import { Status, type Tone } from '#console/kit/Status.tsx';
import type { RowOf } from '#console/kit/useList.ts';
import { amount, percent } from '#console/values/amounts.ts';
import { addDays, formatDay } from '#console/values/time.ts';
import { words } from '#console/words/en/statements.ts';

export type ListedStatement = RowOf<typeof listStatements>;

const tones: Readonly<Record<ListedStatement['state'], Tone>> = {
  uploading: 'wait',
  reading: 'run',
  comparing: 'run',
  compared: 'ok',
  refused: 'bad',
};

/** `being read 42 %` */
export function StatementStatus({ of: { state, progress } }: { readonly of: ListedStatement }) {
  const runs = state === 'reading' || state === 'comparing';
  return (
    <Status is={tones[state]}>
      {words.states[state]}
      {runs && ` ${percent(progress, 0)}`}
    </Status>
  );
}

/** `20/11/2026` · `20/11/2026 – 22/11/2026`, by the clock that the file was read with. */
export function daysOf({ from, until, layout }: Pick<ListedStatement, 'from' | 'until' | 'layout'>): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(layout.offset) ?? [];
  const apart = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const dayAt = (at: string) => new Date(Date.parse(at) + apart).toISOString().slice(0, 10);
  const [first, last] = [dayAt(from), addDays(dayAt(until), -1)];
  return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
}

/** At most a hundred are counted. */
export const openOf = ({ open }: Pick<ListedStatement, 'open'>) => (open >= 100 ? words.hundred : amount(open));
