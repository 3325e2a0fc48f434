import { useEffect, useRef } from 'react';
import { ApiError } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { Failure } from '#web/api/Failure.tsx';
import { Card } from '#ui/Card.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words } from '#web/words/en/fairness.ts';
import styles from './Check.module.css';
import { concludeSteps, groupSteps, type Subject } from './check-state.ts';
import { OwnProgram } from './OwnProgram.tsx';
import { Outcome } from './Outcome.tsx';
import { Place } from './Place.tsx';
import { Proven } from './Proven.tsx';
import { Steps } from './Steps.tsx';
import { useCheck } from './useCheck.ts';
import { Verdict } from './Verdict.tsx';

/** Checks a draw or a receipt when it mounts, and shows each step once it is decided. */
export default function Check({ subject }: { subject: Subject }) {
  const check = useCheck(subject);
  const { phase, failure, draw, ticket, place, steps } = check;
  const panel = useRef<HTMLDivElement>(null);
  // The button that opened this is gone, so the focus moves here for keyboard and screen reader.
  useEffect(() => panel.current?.focus(), []);

  return (
    <div className={styles.check} ref={panel} tabIndex={-1}>
      <Card className={styles.card}>
        {phase === 'unreadable' ? (
          <ErrorState title={words.unreadable}>{check.sentence}</ErrorState>
        ) : phase === 'failed' ? (
          <Failure error={failure && new ApiError(failure)} onRetry={check.again} />
        ) : (
          <>
            <Verdict check={check} total={countSteps(check, subject)} />
            {failure && (
              <Notice tone="warning" title={words.offline.title}>
                <p>{words.offline.text}</p>
                <p>{explain(new ApiError(failure)).title}.</p>
              </Notice>
            )}
            {groupSteps(check, subject.subject).map((group) => (
              <Steps key={group.name} group={group}>
                {group.name === 'ticket' && ticket?.result && <Outcome ticket={ticket} />}
                {group.name === 'ticket' && place && <Place place={place} />}
              </Steps>
            ))}
          </>
        )}
      </Card>
      {phase === 'done' && draw && concludeSteps(steps).verdict !== 'refuted' && !draw.isVoid && <Proven draw={draw} />}
      {phase === 'done' && draw && <OwnProgram draw={draw} />}
    </div>
  );
}

function countSteps(check: Parameters<typeof groupSteps>[0], { subject }: Subject): number {
  return groupSteps(check, subject).reduce((count, group) => count + group.steps.length, 0);
}
