import { askToReleaseWithdrawal, refuseWithdrawal, releaseWithdrawal } from '#contract/calls/operator/payments.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { TextField } from '#console/kit/Fields.tsx';
import { Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { writePhone } from '#console/values/phone.ts';
import { amount } from '#console/values/amounts.ts';
import { inOneLine } from '#console/values/text.ts';
import { words } from '#console/words/en/payments.ts';
import type { Opened } from './payment.ts';

interface SheetProps {
  readonly payment: Opened;
  readonly onClose: () => void;
}

/** Lets a held withdrawal go: by one, or by two where the player's day is large. */
export function ReleaseSheet({ payment, onClose }: SheetProps) {
  const { id, review, status } = payment;
  const one = useAct(releaseWithdrawal, { done: () => ({ says: words.release.done }), onDone: onClose });
  const two = useAct(askToReleaseWithdrawal, { done: () => ({ says: words.release.asked }), onDone: onClose });
  const takesTwo = review?.takesTwo ?? false;
  const act = takesTwo ? two : one;
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={takesTwo ? words.release.askTitle : words.release.title}
      needsTwo={takesTwo}
      intro={words.release.intro}
      before={<Status is="wait">{words.release.before}</Status>}
      after={<Status is="run">{words.release.after}</Status>}
      facts={[
        [words.player, payment.phone === null ? payment.clientId : writePhone(payment.phone)],
        [words.review.day, `${amount(review?.withdrawnInADay ?? 0)} XOF`],
        takesTwo ? [words.decide.mayApprove, words.decide.approvers] : null,
      ]}
      typed={{ label: words.decide.type, value: amount(payment.amount) }}
      demands={[
        { says: words.release.stillHeld, isMet: status === 'review' && review?.verdict === null },
        { says: words.release.doNotWait, isMet: review?.payoutsWait === false },
      ]}
      act={act}
      onSign={({ reason }) => void act.run({ params: { id }, body: { reason } })}
    />
  );
}

/** Refuses a held withdrawal: its money goes back, with a sentence that the player reads. */
export function RefuseSheet({ payment: { id, amount: francs, status, review }, onClose }: SheetProps) {
  const [told, setTold] = useDraft(refuseWithdrawal, 'told', '');
  const act = useAct(refuseWithdrawal, { done: () => ({ says: words.refuse.done }), onDone: onClose });
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={words.refuse.title}
      danger
      intro={words.refuse.intro}
      before={<Status is="wait">{words.release.before}</Status>}
      after={<Status is="idle">{words.refuse.after}</Status>}
      typed={{ label: words.decide.type, value: amount(francs) }}
      demands={[
        { says: words.release.stillHeld, isMet: status === 'review' && review?.verdict === null },
        { says: words.refuse.toldDemand, isMet: told.trim().length >= 3 },
      ]}
      act={act}
      onSign={({ reason }) => void act.run({ params: { id }, body: { reason, told: inOneLine(told) } })}
    >
      <TextField label={words.refuse.told} value={told} onChange={setTold} maxLength={200} autoComplete="off" />
    </ActSheet>
  );
}
