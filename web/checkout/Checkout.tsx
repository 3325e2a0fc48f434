import { useMe } from '#web/api/signed-in.ts';
import { useBasket } from '#web/basket/basket.ts';
import { Page } from '#web/layout/Page.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { words } from '#web/words/en/checkout.ts';
import { Order } from './Order.tsx';
import { Receipts } from './Receipts.tsx';
import { Unanswered } from './Unanswered.tsx';
import { usePay } from './usePay.ts';

/** The checkout page: the basket's tickets, their price, and after payment their receipts. */
export default function Checkout() {
  const { items } = useBasket();
  const me = useMe();
  const payment = usePay(me.data?.id);

  if (payment.placed) {
    return (
      <Page title={words.placed.title(payment.placed.tickets.length)} lead={words.placed.text} width="column">
        <Receipts placed={payment.placed} rest={items.length} />
      </Page>
    );
  }
  if (payment.unanswered) {
    return (
      <Page title={words.title} lead={words.count(payment.unanswered.entries.length)} width="column">
        <Unanswered attempt={payment.unanswered} me={me} payment={payment} />
      </Page>
    );
  }
  if (items.length === 0) {
    return (
      <Page title={words.title} width="column">
        <Card>
          <EmptyState
            icon="basket"
            title={words.empty.title}
            action={<ButtonLink to="/">{words.empty.action}</ButtonLink>}
          >
            {words.empty.text}
          </EmptyState>
        </Card>
      </Page>
    );
  }
  return (
    <Page title={words.title} lead={words.count(items.length)}>
      <Order items={items} me={me} payment={payment} />
    </Page>
  );
}
