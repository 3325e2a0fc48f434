import { useState } from 'react';
import { changeCareThreshold } from '#contract/calls/operator/care.ts';
import { serverNow } from '#console/clock/clock.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { TextField } from '#console/kit/Fields.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useDraft } from '#console/kit/useDraft.ts';
import { amount, readAmount } from '#console/values/amounts.ts';
import { addDays, dayOf, formatFull, instantOf, zoneCity } from '#console/values/time.ts';
import { words as all } from '#console/words/en/care.ts';
import type { Threshold } from './threshold.ts';

interface ThresholdSheetProps {
  /** What was set last of the sign. */
  readonly now: Threshold;
  readonly onClose: () => void;
}

const words = all.thresholds;
const most = 9_000_000_000_000;
const mostTimes = 100;

/** Asks for other thresholds of one sign. */
export function ThresholdSheet({ now, onClose }: ThresholdSheetProps) {
  const { kind } = now;
  const [notableText, setNotable] = useDraft(changeCareThreshold, `${kind} notable`, String(now.notable));
  const [strongText, setStrong] = useDraft(changeCareThreshold, `${kind} strong`, String(now.strong));
  const [timesText, setTimes] = useDraft(changeCareThreshold, `${kind} times`, String(now.times));
  // Whoever approves has a day for it.
  const [from, setFrom] = useState(() => `${addDays(dayOf(serverNow()), 2)}T00:00:00`);
  const act = useAct(changeCareThreshold, { done: () => ({ says: words.done }), onDone: onClose });
  const [notable, strong, times] = [readAmount(notableText), readAmount(strongText), readAmount(timesText)];
  const beginsAt = instantOf(from);
  const isWhole = notable >= 1 && strong >= notable && strong <= most;
  const isFactor = times >= 0 && times <= mostTimes;
  const isAhead = beginsAt !== null && beginsAt > serverNow();
  const isAnother = notable !== now.notable || strong !== now.strong || times !== now.times;
  const isComplete = isWhole && isFactor && beginsAt !== null;
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={words.sheet(all.kinds[kind])}
      needsTwo
      danger
      intro={words.intro}
      before={<Terms of={now} />}
      after={isComplete ? <Terms of={{ notable, strong, times, from: formatFull(beginsAt) }} /> : '–'}
      facts={[[words.approves, words.approvers]]}
      typed={isWhole ? { label: words.typed, value: amount(strong) } : undefined}
      demands={[
        { says: words.isWhole, isMet: isWhole },
        { says: words.isFactor, isMet: isFactor },
        { says: words.isAhead, isMet: isAhead },
        { says: words.isAnother, isMet: isAnother },
      ]}
      ends={words.ends}
      act={act}
      onSign={({ reason }) =>
        void act.run({
          body: { kind, notable, strong, times, beginsAt: new Date(beginsAt!).toISOString(), reason },
        })
      }
    >
      <Whole label={all.sign.from} value={notableText} onChange={setNotable} isWrong={!isWhole} />
      <Whole label={all.sign.strong} value={strongText} onChange={setStrong} isWrong={!isWhole} />
      <Whole label={words.timesField} value={timesText} onChange={setTimes} isWrong={!isFactor} />
      <TextField
        label={words.beginsAt(zoneCity())}
        type="datetime-local"
        step={1}
        value={from}
        onChange={setFrom}
        width={220}
        isWrong={!isAhead}
      />
    </ActSheet>
  );
}

interface WholeProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isWrong: boolean;
}

function Whole(props: WholeProps) {
  return <TextField {...props} width={200} inputMode="numeric" autoComplete="off" />;
}

interface TermsProps {
  readonly of: Pick<Threshold, 'notable' | 'strong' | 'times'> & { readonly from?: string };
}

function Terms({ of: { notable, strong, times, from } }: TermsProps) {
  return (
    <>
      <b>{words.fromTo(amount(notable), amount(strong))}</b>
      {times > 0 && <div>{words.andTimes(times)}</div>}
      {from !== undefined && <div>{words.since(from)}</div>}
    </>
  );
}
