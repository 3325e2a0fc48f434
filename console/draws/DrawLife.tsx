import { Fragment } from 'react';
import type { Event } from '#console/kit/Events.tsx';
import type { Fact } from '#console/kit/Facts.tsx';
import { placeSteps } from '#console/kit/life.ts';
import { Time } from '#console/values/Time.tsx';
import { formatFull, formatSpan } from '#console/values/time.ts';
import { words as chartWords } from '#console/words/en/charts.ts';
import { words } from '#console/words/en/draws.ts';
import styles from './DrawBody.module.css';
import type { OpenedDraw } from './late.tsx';

/** A step may be later than planned by this, in milliseconds. */
const tolerance = 1_000;

/** The steps from top to bottom. What is expected is hollow, and the first late step is amber. */
export function lifeOf({ life }: OpenedDraw, now: number | null): readonly Event[] {
  const toMs = (at: string | null) => (at === null ? null : Date.parse(at));
  const steps = life
    .filter(({ planned, real }) => real !== null || (planned !== null && now !== null))
    .map(({ step, planned, real }) => ({ name: words.happens[step], planned: toMs(planned), real: toMs(real) }));
  return placeSteps(steps, tolerance, now).map(({ name, planned, real, state, difference: span }) => ({
    at: new Date(real ?? planned!).toISOString(),
    says: name,
    // A step before its time is no fault.
    note: span === null ? undefined : span <= tolerance ? chartWords.inTime : chartWords.late(formatSpan(span, true)),
    tone: state === 'late' ? 'wait' : real === null ? 'next' : 'plain',
  }));
}

/** The second opinion of the tickets, the result and the dues, and whether the payment waits for it. */
export function opinionsOf({ opinions, hold }: OpenedDraw): readonly (Fact | null)[] {
  const { opinion } = words;
  return [
    [opinion.before, <Opinion key="before" of={opinions.before} />],
    hold && [opinion.drawn, <Opinion key="drawn" of={opinions.drawn} />],
    hold && holdOf(hold),
    [opinion.after, <Opinion key="after" of={opinions.after} />],
  ];
}

/** The second opinion, or that there is none. */
function Opinion({ of: opinion }: { readonly of: OpenedDraw['opinions']['before'] }) {
  if (opinion === null) return words.opinion.none;
  const { agrees, late, at, differs, program } = opinion;
  return (
    <>
      <span title={program}>
        {agrees ? words.opinion.agrees : <strong className={styles.differs}>{words.opinion.differs}</strong>}
      </span>{' '}
      · <Time at={at} />
      {late && ` · ${words.opinion.late}`}
      {differs.map((sentence) => (
        <div key={sentence} className={styles.difference}>
          {sentence}
        </div>
      ))}
    </>
  );
}

/** Why the payment waits, or who had it made; nothing where the second opinion agreed. */
function holdOf({ state, until, released }: NonNullable<OpenedDraw['hold']>): Fact | null {
  const { title, waits, held } = words.hold;
  if (state !== null) return [title, state === 'held' ? held : waits(formatFull(until))];
  return released && [title, words.hold.released(released.reason)];
}

export function cancelledOf({ reason, toldEn, toldFr }: NonNullable<OpenedDraw['calledOff']>): readonly Fact[] {
  return [
    [words.facts.reason, reason],
    [
      words.facts.told,
      <Fragment key="told">
        <span lang="en">{toldEn}</span> · <span lang="fr">{toldFr}</span>
      </Fragment>,
    ],
  ];
}
