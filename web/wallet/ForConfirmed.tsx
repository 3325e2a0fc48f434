import type { ReactNode } from 'react';
import type { User } from '#contract/identity.ts';
import type { Payment } from '#contract/payments.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useMe } from '#web/api/signed-in.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { usePaymentMethods, type PaymentMethod } from './methods.ts';
import { usePayments } from './Payments.tsx';
import { Unconfirmed } from './Unconfirmed.tsx';

/** The data that both forms start from. */
export interface Known {
  readonly me: User;
  readonly methods: readonly PaymentMethod[];
  /** The client's last payments, newest first; none where they could not be loaded. */
  readonly payments: readonly Payment[];
}

interface ForConfirmedProps {
  children: (known: Known) => ReactNode;
}

/** Loads the data that both sheets need before their forms: a client with a confirmed phone, the payment methods and the last payments. */
export function ForConfirmed({ children }: ForConfirmedProps) {
  const me = useMe();
  const methods = usePaymentMethods();
  const payments = usePayments();
  const failed = me.error ?? methods.error;
  if (failed && !(me.data && methods.data)) {
    return <Failure error={failed} onRetry={() => Promise.all([me.refetch(), methods.refetch()])} />;
  }
  if (!me.data || !methods.data || payments.isPending) return <Skeleton shape="block" lines={2} />;
  if (!me.data.confirmed) return <Unconfirmed />;
  return children({ me: me.data, methods: methods.data, payments: payments.items ?? [] });
}
