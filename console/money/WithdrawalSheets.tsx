import { askToLetWithdrawalsGoOn, stopWithdrawals } from '#contract/calls/operator/money.ts';
import type { getBooks } from '#contract/calls/operator/money.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { words } from '#console/words/en/money.ts';

/** Stops all withdrawals, for one operator, at once. */
export function StopSheet({ onClose }: { readonly onClose: () => void }) {
  const act = useAct(stopWithdrawals, { done: () => ({ says: words.stop.done }), onDone: onClose });
  return (
    <ActSheet
      isOpen
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

interface GoOnSheetProps {
  readonly books: OperatorAnswer<typeof getBooks>['data'];
  readonly onClose: () => void;
}

/** Asks to let withdrawals go on. */
export function GoOnSheet({ books, onClose }: GoOnSheetProps) {
  const act = useAct(askToLetWithdrawalsGoOn, { done: () => ({ says: words.goOn.done }), onDone: onClose });
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={words.goOn.title}
      needsTwo
      intro={words.goOn.intro}
      before={<Status is="bad">{words.stop.after}</Status>}
      after={<Status is="ok">{words.stop.before}</Status>}
      facts={[
        [words.stop.touches, words.stop.everybody],
        [words.goOn.mayApprove, words.goOn.approvers],
      ]}
      typed={{ label: words.goOn.type, value: words.goOn.word }}
      demands={[
        { says: words.goOn.stopped, isMet: books.stopped !== null },
        { says: words.goOn.pass, isMet: books.mayGoOn },
      ]}
      act={act}
      onSign={({ reason }) => void act.run({ body: { reason } })}
    />
  );
}
