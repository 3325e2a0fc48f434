import { changeTimetable } from '#contract/calls/operator/draws.ts';
import { useNow } from '#console/clock/clock.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { words as all } from '#console/words/en/timetable.ts';
import { outcomeOf, type Trial, type Version, type Wanted } from './Timetable.tsx';

interface ChangeSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly newest: Version;
  readonly wanted: Wanted;
  readonly trial: Trial;
}

const words = all.sheet;

/** Asks for another timetable. */
export function ChangeSheet({ isOpen, onClose, newest, wanted, trial }: ChangeSheetProps) {
  const now = useNow();
  const act = useAct(changeTimetable, { done: () => ({ says: words.done }), onDone: onClose });
  const isAnother =
    newest.everyMinutes !== wanted.everyMinutes || newest.closeSecondsBefore !== wanted.closeSecondsBefore;
  return (
    <ActSheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      needsTwo
      danger
      intro={words.intro}
      before={<Terms of={newest} />}
      after={<Terms of={wanted} />}
      facts={[...outcomeOf(trial), [words.approves, words.approvers]]}
      typed={{ label: words.typed, value: String(wanted.everyMinutes) }}
      demands={[
        { says: words.ahead, isMet: Date.parse(trial.beginsAt) > now },
        { says: words.another, isMet: isAnother },
        { says: words.inTime, isMet: trial.closesTooSoon === 0 },
        { says: words.noTickets, isMet: !trial.hasTickets },
      ]}
      ends={words.ends}
      act={act}
      onSign={({ reason }) => void act.run({ body: { ...wanted, reason } })}
    />
  );
}

function Terms({
  of: { everyMinutes, closeSecondsBefore },
}: {
  readonly of: Pick<Version, 'everyMinutes' | 'closeSecondsBefore'>;
}) {
  return (
    <>
      <b>{all.every(everyMinutes)}</b>
      <div>{all.closes(closeSecondsBefore)}</div>
    </>
  );
}
