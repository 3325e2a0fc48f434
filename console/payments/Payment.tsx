import { useParams } from 'wouter';
import { Screen } from '#console/frame/Screen.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { words } from '#console/words/en/payments.ts';
import { PaymentHead, PaymentView, usePayment } from './PaymentView.tsx';

/** One payment on a screen of its own. */
export default function Payment() {
  const { id } = useParams<{ id: string }>();
  const payment = usePayment(id);
  return (
    <Screen title={words.one}>
      <Panel fills title={<PaymentHead payment={payment.data} />}>
        <PaymentView {...payment} />
      </Panel>
    </Screen>
  );
}
