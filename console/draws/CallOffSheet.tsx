import { callOffDraw } from '#contract/calls/operator/draws.ts';
import { useNow } from '#console/clock/clock.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { amount } from '#console/values/amounts.ts';
import { formatFull, formatTime, formatWhen } from '#console/values/time.ts';
import { words as all } from '#console/words/en/draws.ts';
import { DrawStatus, type OpenedDraw } from './late.tsx';

interface CallOffSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly draw: OpenedDraw;
}

const words = all.callOffSheet;
const lastMinute = 60_000;

/** Asks to call a draw off. */
export function CallOffSheet({ isOpen, onClose, draw }: CallOffSheetProps) {
  const now = useNow();
  const act = useAct(callOffDraw, { done: () => ({ says: words.done }), onDone: onClose });
  const { id, drawsAt, closesAt, total, status } = draw;
  const before = words.before(all.statuses[status], amount(total.tickets), amount(total.staked));
  const last = Date.parse(closesAt) - lastMinute;
  return (
    <ActSheet
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      needsTwo
      danger
      intro={words.intro(formatFull(drawsAt))}
      before={
        <>
          <DrawStatus of={draw} />
          <div>{before.held}</div>
        </>
      }
      after={
        <>
          <DrawStatus of={{ status: 'void', late: null }} />
          <div>{words.after}</div>
        </>
      }
      facts={[
        [words.touches, words.touchesWhom(total.tickets, amount(total.tickets))],
        [words.approves, words.approvers],
        [words.public, words.publicSays],
      ]}
      typed={{ label: words.typed, value: formatTime(drawsAt) }}
      demands={[
        { says: words.open, isMet: status === 'open' },
        { says: words.inTime, isMet: now <= last, note: words.until(formatWhen(last, now)) },
      ]}
      ends={words.ends}
      act={act}
      onSign={({ reason }) => void act.run({ params: { id }, body: { reason } })}
    />
  );
}
