import type { ReactNode } from 'react';
import type { User } from '#contract/identity.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useMe } from '#web/api/signed-in.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { usePaymentMethods, type PaymentMethod } from './methods.ts';
import { Unconfirmed } from './Unconfirmed.tsx';

interface ForConfirmedProps {
  children: (me: User, methods: readonly PaymentMethod[]) => ReactNode;
}

/** What both sheets need before their forms: a client with a confirmed phone, and the payment methods. */
export function ForConfirmed({ children }: ForConfirmedProps) {
  const me = useMe();
  const methods = usePaymentMethods();
  const failed = me.error ?? methods.error;
  if (failed && !(me.data && methods.data)) {
    return <Failure error={failed} onRetry={() => Promise.all([me.refetch(), methods.refetch()])} />;
  }
  if (!me.data || !methods.data) return <Skeleton shape="block" lines={2} />;
  return me.data.confirmed ? children(me.data, methods.data) : <Unconfirmed />;
}
