import { getPayouts } from '#contract/calls/payments.ts';
import type { PayoutsWait } from '#contract/payments.ts';
import { useApi } from '#web/api/queries.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words } from '#web/words/en/wallet.ts';

/** Why the client's withdrawals wait; null where they do not. */
export function usePayoutsWait() {
  return useApi(getPayouts, {}, { select: ({ data }) => data.waits });
}

/** Says why withdrawals wait, until when, and what to do about it. */
export function WithdrawalsWait({ reason, until }: PayoutsWait) {
  const { title, because, from, stopped, contact, ifNot, security, lockedUntil, ask } = words.waits;
  const isLocked = reason === 'locked';
  return (
    <Notice tone="warning" title={title}>
      <p>{because[reason]}</p>
      {until === null ? (
        <p>
          {stopped} <Link to="/about#contact">{contact}</Link>.
        </p>
      ) : (
        <>
          <p>
            {isLocked ? lockedUntil : from} <DateTime at={until} />.
          </p>
          {isLocked ? (
            <p>
              {ask} <Link to="/about#contact">{contact}</Link>.
            </p>
          ) : (
            <p>
              {ifNot} <Link to="/profile#security">{security}</Link>.
            </p>
          )}
        </>
      )}
    </Notice>
  );
}
