import { useState } from 'react';
import { refuseWithdrawal, releaseWithdrawal } from '#contract/calls/operator/payments.ts';
import { useDraft } from '#console/kit/useDraft.ts';
import type { Fact } from '#console/kit/Facts.tsx';
import { TextField } from '#console/kit/Fields.tsx';
import { OneAct } from '#console/kit/OneAct.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { Status } from '#console/kit/Status.tsx';
import { formatPhone } from '#domain/phone.ts';
import { amount } from '#console/values/amounts.ts';
import { inOneLine } from '#console/values/text.ts';
import { words } from '#console/words/en/payments.ts';
import type { Opened } from './payment.ts';

interface SheetProps {
  readonly payment: Opened;
  readonly onClose: () => void;
}

/** Releases a held withdrawal: by one operator, or by two if the player's day is large. */
export function ReleaseSheet({ payment, onClose }: SheetProps) {
  const { id, review, status } = payment;
  const facts: readonly Fact[] = [
    [words.player, payment.phone === null ? payment.clientId : formatPhone(payment.phone)],
    [words.review.day, `${amount(review?.withdrawnInADay ?? 0)} XOF`],
  ];
  const typed = amount(payment.amount);
  if (review?.takesTwo) {
    return <RequestSheet kind="release_withdrawal" about={id} facts={facts} typed={typed} onClose={onClose} />;
  }
  return (
    <OneAct
      made={releaseWithdrawal}
      input={(reason) => ({ params: { id }, body: { reason } })}
      done={words.release.done}
      onClose={onClose}
      title={words.release.title}
      intro={words.release.intro}
      before={<Status is="wait">{words.release.before}</Status>}
      after={<Status is="run">{words.release.after}</Status>}
      facts={facts}
      typed={{ label: words.typeAmount, value: typed }}
      demands={[
        { says: words.release.stillHeld, isMet: status === 'review' && review?.verdict === null },
        { says: words.release.doNotWait, isMet: review?.payoutsWait === false },
      ]}
    />
  );
}

/** Refuses a held withdrawal: its money goes back, with a sentence that the player reads. */
export function RefuseSheet({ payment: { id, amount: francs, status, review }, onClose }: SheetProps) {
  const [told, setTold] = useDraft(refuseWithdrawal, 'told', '');
  return (
    <OneAct
      made={refuseWithdrawal}
      input={(reason) => ({ params: { id }, body: { reason, told: inOneLine(told) } })}
      done={words.refuse.done}
      onClose={onClose}
      title={words.refuse.title}
      danger
      intro={words.refuse.intro}
      before={<Status is="wait">{words.release.before}</Status>}
      after={<Status is="idle">{words.refuse.after}</Status>}
      typed={{ label: words.typeAmount, value: amount(francs) }}
      demands={[
        { says: words.release.stillHeld, isMet: status === 'review' && review?.verdict === null },
        { says: words.refuse.toldDemand, isMet: told.trim().length >= 3 },
      ]}
    >
      <TextField label={words.refuse.told} value={told} onChange={setTold} maxLength={200} autoComplete="off" />
    </OneAct>
  );
}

/** Asks to decide what became of a payment, upon a line of the provider's statement. */
export function DecideSheet({ payment, onClose }: SheetProps) {
  const { id, direction, canBe } = payment;
  // The request is about the status that the operator has seen, whatever happens to the payment meanwhile.
  const [seen] = useState(payment.status);
  const { outcomes, failedBack } = words.decide;
  return (
    <RequestSheet
      kind="decide_payment"
      about={id}
      given={{ seen }}
      options={{
        status: canBe.map((value) => ({
          value,
          label: value === 'failed' && direction === 'withdrawal' ? failedBack : outcomes[value],
        })),
      }}
      facts={[
        [words.directions[direction], `${amount(payment.amount)} XOF`],
        [words.player, payment.phone === null ? payment.clientId : formatPhone(payment.phone)],
      ]}
      typed={amount(payment.amount)}
      onClose={onClose}
    />
  );
}
