import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { deposit, withdraw } from '#contract/calls/payments.ts';
import type { CallInput } from '#contract/endpoints.ts';
import type { Payment } from '#contract/payments.ts';
import { explain } from '#web/api/explain.ts';
import { useAction } from '#web/api/actions.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { serverNow } from '#web/clock/clock.ts';
import { words } from '#web/words/en/wallet.ts';
import { leavesUnknown } from '#web/attempts/attempt.ts';
import { attemptKey, endAttempt, spendsKey, type Movement } from '#web/attempts/payment.ts';

type CustomerDetails = CallInput<typeof deposit>['body']['customerDetails'];

interface MovementEvents {
  onStarted: (payment: Payment) => void;
  /** Called when no money has moved; the form shows why. */
  onRefused?: () => void;
}

/** Starts a payment from its form, with the same idempotency key until the outcome is certain. */
export function useMovement<T extends FieldValues, C, O>(
  movement: Movement,
  endpoint: typeof deposit | typeof withdraw,
  form: Pick<UseFormReturn<T, C, O>, 'getValues' | 'setError'>,
  { onStarted, onRefused }: MovementEvents,
) {
  const action = useAction(endpoint, {
    refresh: ['balance'],
    onSuccess: ({ data }) => {
      endAttempt(movement);
      onStarted(data);
    },
    onError: (error) => {
      if (leavesUnknown(error)) {
        const { title, text } = explain(error);
        form.setError('root.server', { type: title, message: `${text} ${words.form.lost}` });
      } else {
        if (spendsKey(error.code)) endAttempt(movement);
        showRefusal(error, form);
        onRefused?.();
      }
    },
  });
  return {
    isPending: action.isPending || action.isSuccess,
    start(customerDetails: CustomerDetails) {
      const body = { customerDetails };
      action.mutate({ body, headers: { 'idempotency-key': attemptKey(movement, body, serverNow()) } });
    },
  };
}
