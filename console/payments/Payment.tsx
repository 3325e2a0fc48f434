import { useParams } from 'wouter';
import { Screen } from '#console/frame/Screen.tsx';
import { MomentBand, MomentButton, useMoment } from '#console/kit/Moment.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { words } from '#console/words/en/payments.ts';
import { PaymentHead, PaymentView, usePayment } from './PaymentView.tsx';

/** One payment on a screen of its own, now or as it was at the moment in the address. */
export default function Payment() {
  const { id } = useParams<{ id: string }>();
  const at = useMoment();
  const payment = usePayment(id, at);
  return (
    <Screen
      title={words.one}
      beside={at === null && <MomentButton />}
      rows={at === null ? 'minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}
    >
      {at !== null && <MomentBand at={at} />}
      <Panel fills title={<PaymentHead payment={payment.data} />}>
        <PaymentView {...payment} />
      </Panel>
    </Screen>
  );
}
