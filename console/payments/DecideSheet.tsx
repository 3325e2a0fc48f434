import { useState } from 'react';
import { askToDecidePayment } from '#contract/calls/operator/payments.ts';
import { useNow } from '#console/clock/clock.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { amount } from '#console/values/amounts.ts';
import { inOneLine } from '#console/values/text.ts';
import { words } from '#console/words/en/payments.ts';
import { standingOf, type Opened } from './payment.ts';

const freshMs = 5 * 60_000;
type Outcome = Opened['canBe'][number];

interface DecideSheetProps {
  readonly payment: Opened;
  readonly onClose: () => void;
}

/** Asks to decide what became of a payment, upon a line of the provider's statement. */
export function DecideSheet({ payment, onClose }: DecideSheetProps) {
  const { id, direction, status, canBe, answer } = payment;
  // What the operator has seen stays what is asked about, whatever happens to the payment meanwhile.
  const [seen] = useState(status);
  const [outcome, setOutcome] = useDraft<Outcome | null>(askToDecidePayment, 'outcome', null);
  const [refunded, setRefunded] = useDraft(askToDecidePayment, 'refunded', '');
  const [evidence, setEvidence] = useDraft(askToDecidePayment, 'evidence', '');
  const now = useNow();
  const act = useAct(askToDecidePayment, { done: () => ({ says: words.decide.done }), onDone: onClose });
  const label = (one: Outcome) =>
    one === 'failed' && direction === 'withdrawal' ? words.decide.failedBack : words.decide.outcomes[one];
  const givenBack = Number(refunded.replace(/\s/g, ''));
  const { is, says } = standingOf(payment);
  const isOut = direction === 'withdrawal';
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={words.decide.title}
      needsTwo
      intro={words.decide.intro(words.amountOf(words.directions[direction], amount(payment.amount)))}
      before={
        <>
          <Status is={is}>{says}</Status>
          {isOut && <div className="quiet">{words.decide.held(amount(payment.wallet.held))}</div>}
        </>
      }
      after={
        outcome === null ? (
          '–'
        ) : (
          <>
            <Status is={outcome === 'failed' ? 'idle' : 'ok'}>{label(outcome)}</Status>
            {isOut && seen !== 'failed' && (
              <div className="quiet">{words.decide.held(amount(payment.wallet.held - payment.amount))}</div>
            )}
          </>
        )
      }
      facts={[
        [words.decide.touches, words.decide.onePlayer],
        [words.decide.mayApprove, words.decide.approvers],
      ]}
      typed={{ label: words.decide.type, value: amount(payment.amount) }}
      demands={[
        { says: words.decide.outcomeDemand, isMet: outcome !== null && (outcome !== 'refunded' || givenBack > 0) },
        { says: words.decide.lineDemand, isMet: evidence.trim().length >= 5 },
        {
          says: words.decide.askedDemand,
          isMet: answer !== null && now - Date.parse(answer.askedAt) < freshMs,
        },
      ]}
      ends={words.decide.ends}
      act={act}
      onSign={({ reason }) =>
        void act.run({
          params: { id },
          body: {
            reason,
            seen,
            status: outcome!,
            evidence: inOneLine(evidence),
            ...(outcome === 'refunded' && { refunded: givenBack }),
          },
        })
      }
    >
      <Choice
        label={words.decide.was}
        value={outcome}
        options={canBe.map((value) => ({ value, label: label(value) }))}
        onChange={setOutcome}
      />
      {outcome === 'refunded' && (
        <TextField
          label={words.decide.refunded}
          value={refunded}
          onChange={setRefunded}
          inputMode="numeric"
          width={200}
          autoComplete="off"
        />
      )}
      <TextField label={words.decide.line} value={evidence} onChange={setEvidence} autoComplete="off" maxLength={400} />
    </ActSheet>
  );
}
