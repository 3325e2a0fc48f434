import { takeAlarm } from '#contract/calls/operator/overview.ts';
import { useMay } from '#console/api/useMay.ts';
import { useMe } from '#console/api/session-state.ts';
import { Button } from '#console/kit/Button.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/overview.ts';
import { aboutAlarm } from './alarm.ts';
import type { OverviewData } from './overview-data.ts';
import styles from './Overview.module.css';

interface AlarmCardProps {
  readonly alarm: OverviewData['alarms'][number];
  readonly isWall: boolean;
  /** The first one has the key. */
  readonly isFirst: boolean;
}

/** An open alarm on a red ground, with the operator who took it; a closed one as a quiet line. */
export function AlarmCard({ alarm, isWall, isFirst }: AlarmCardProps) {
  const { name } = useMe();
  const mayTake = useMay('takeAlarm');
  const { run, step } = useAct(takeAlarm, { done: () => ({ says: words.alarms.takenNow }) });
  const { id, kind, openedAt, takenBy, closedAt } = alarm;
  if (closedAt !== null) {
    return (
      <div className={`${styles.line} small quiet`}>
        <span>{words.alarms.kinds[kind]}</span>
        <span className={styles.end}>
          {words.alarms.closed} <Time at={closedAt} />
        </span>
      </div>
    );
  }
  return (
    <Note tone="bad">
      <div className={styles.alarm}>
        <div className={styles.line}>
          <Status is="bad">{words.alarms.kinds[kind]}</Status>
          <b className={styles.end}>
            <Time at={openedAt} />
          </b>
        </div>
        <div className={styles.line}>
          <span className="small">{aboutAlarm(alarm)}</span>
          <span className={styles.end}>
            {takenBy !== null && !isWall && <span className="small quiet">{words.alarms.taken(takenBy)}</span>}
            {!isWall && takenBy !== name && mayTake && (
              <Button
                size="head"
                writes
                {...(isFirst && { keys: 't' })}
                isOff={step !== 'idle'}
                onPress={() => void run({ params: { id: String(id) } })}
              >
                {words.alarms.take}
              </Button>
            )}
          </span>
        </div>
      </div>
    </Note>
  );
}
