import { useState } from 'react';
import { breakKinds, takeBreak } from '#contract/calls/play-limits.ts';
import type { BreakKind } from '#contract/play-limits.ts';
import { useAction } from '../api/actions.ts';
import { Failure } from '../api/Failure.tsx';
import { refresh } from '../api/queries.ts';
import { leaveSession } from '../session/signOut.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Notice } from '../ui/Notice.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { toast } from '../ui/toasts.ts';
import { words as allWords } from '../words/en/play-limits.ts';
import { usePlayLimits } from './PlayLimits.tsx';
import styles from './PlayLimits.module.css';

const words = allWords.breaks;
const options = breakKinds.map((value) => ({ value, ...words.kind[value] }));

/** Breaks from play. One that has begun cannot be ended, so it is asked for twice. */
export function Breaks() {
  const { data } = usePlayLimits();
  const [kind, setKind] = useState<BreakKind>('day');
  const [asking, setAsking] = useState(false);
  const begin = useAction(takeBreak, {
    onSuccess: () => {
      setAsking(false);
      toast.success(words.begun);
      // An exclusion has ended this session with all the others, so there is nothing of it to be read again.
      if (kind === 'exclusion') leaveSession('/');
      else refresh('auth');
    },
  });
  return (
    <div className={styles.breaks}>
      {data?.pausedUntil && (
        <Notice tone="warning" title={words.paused(formatDateTime(data.pausedUntil))}>
          <p>
            {words.pausedText} {words.longer}
          </p>
        </Notice>
      )}
      <p className={styles.lead}>{words.lead}</p>
      <RadioCards label={words.howLong} layout="grid" value={kind} onChange={setKind} options={options} />
      <Button variant="secondary" block onClick={() => setAsking(true)}>
        {words.start}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.confirmTitle(words.kind[kind].label)}
        footer={
          <div className={styles.actions}>
            <Button size="l" block pending={begin.isPending} onClick={() => begin.mutate({ body: { kind } })}>
              {words.confirmed}
            </Button>
            <Button variant="ghost" block onClick={() => setAsking(false)}>
              {words.back}
            </Button>
          </div>
        }
      >
        <div className={styles.breaks}>
          <p>{words.confirm}</p>
          {kind === 'exclusion' && <p>{words.confirmExclusion}</p>}
          {begin.error && <Failure error={begin.error} />}
        </div>
      </Dialog>
    </div>
  );
}
