import { stopWithdrawals } from '#contract/calls/operator/money.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { words } from '#console/words/en/money.ts';

/** Stops all withdrawals, for one operator, at once. */
export function StopSheet({ onClose }: { readonly onClose: () => void }) {
  const act = useAct(stopWithdrawals, { done: () => ({ says: words.stop.done }), onDone: onClose });
  return (
    <ActSheet
      onClose={onClose}
      title={words.stop.title}
      danger
      intro={`${words.stop.intro} ${words.stop.back}`}
      before={<Status is="ok">{words.stop.before}</Status>}
      after={<Status is="bad">{words.stop.after}</Status>}
      facts={[[words.stop.touches, words.stop.everybody]]}
      typed={{ label: words.stop.type, value: words.stop.word }}
      act={act}
      onSign={({ reason }) => void act.run({ body: { reason } })}
    />
  );
}
