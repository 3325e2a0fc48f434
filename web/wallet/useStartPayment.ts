import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { deposit, withdraw } from '#contract/calls/payments.ts';
import type { CallInput } from '#contract/endpoints.ts';
import type { Payment } from '#contract/payments.ts';
import { codeOf } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { refresh } from '#web/api/queries.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { serverNow } from '#web/clock/clock.ts';
import { words } from '#web/words/en/wallet.ts';
import { leavesUnknown } from '#web/attempts/attempt.ts';
import { attemptKey, endAttempt, spendsKey, type Direction } from '#web/attempts/payment.ts';

const calls = { deposit, withdrawal: withdraw } as const;

type CustomerDetails = CallInput<typeof deposit>['body']['customerDetails'];

interface PaymentEvents {
  onStarted: (payment: Payment) => void;
  /** Called when no money has moved; the form shows why. */
  onRefused?: () => void;
}

/** Starts a payment from its form, with the same idempotency key until the outcome is certain. */
export function useStartPayment<T extends FieldValues, C, O>(
  direction: Direction,
  clientId: number,
  form: Pick<UseFormReturn<T, C, O>, 'getValues' | 'setError'>,
  { onStarted, onRefused }: PaymentEvents,
) {
  const action = useProvenAction(calls[direction], {
    refresh: ['balance'],
    onSuccess: ({ data }) => {
      endAttempt(direction);
      onStarted(data);
    },
    onError: (error) => {
      if (leavesUnknown(error)) {
        const { title, text } = explain(error);
        form.setError('root.server', { type: title, message: `${text} ${words.form.lost}` });
      } else {
        if (spendsKey(error.code)) endAttempt(direction);
        // Since the sheet was opened: it says why from now on.
        if (error.code === 'cooling_off') refresh('auth');
        showRefusal(error, form);
        onRefused?.();
      }
    },
  });
  return {
    /** An identity document lets it pass. */
    needsIdentity: codeOf(action.error) === 'identity_needed',
    isPending: action.isPending || action.isSuccess,
    start(customerDetails: CustomerDetails) {
      const body = { customerDetails };
      action.mutate({ body, headers: { 'idempotency-key': attemptKey(direction, clientId, body, serverNow()) } });
    },
  };
}
