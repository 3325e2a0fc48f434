import { stopWithdrawals } from '#contract/calls/operator/money.ts';
import { OneAct } from '#console/kit/OneAct.tsx';
import { Status } from '#console/kit/Status.tsx';
import { words } from '#console/words/en/money.ts';

/** Stops all withdrawals, for one operator, at once. */
export function StopSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <OneAct
      made={stopWithdrawals}
      input={(reason) => ({ body: { reason } })}
      done={words.stop.done}
      onClose={onClose}
      title={words.stop.title}
      danger
      intro={`${words.stop.intro} ${words.stop.back}`}
      before={<Status is="ok">{words.stop.before}</Status>}
      after={<Status is="bad">{words.stop.after}</Status>}
      facts={[[words.stop.touches, words.stop.everybody]]}
      typed={{ label: words.stop.type, value: words.stop.word }}
    />
  );
}
