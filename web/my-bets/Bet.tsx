import { lazy, Suspense } from 'react';
import { useParams } from 'wouter';
import type { Ticket } from '#contract/bets.ts';
import { getBet } from '#contract/calls/bets.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { leadToCome, Page } from '#web/layout/Page.tsx';
import { Balls } from '#web/tickets/Balls.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Link } from '#ui/Link.tsx';
import { Money } from '#web/values/Money.tsx';
import { NumberSlots } from '#web/tickets/NumberSlots.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { StatusBadge } from '#web/tickets/StatusBadge.tsx';
import { TicketPayout, TicketWhy } from '#web/tickets/TicketCard.tsx';
import { words } from '#web/words/en/my-bets.ts';
import styles from './Bet.module.css';

const TicketProof = lazy(() => import('#web/fairness/TicketProof.tsx'));

/** One ticket's receipt, with a print layout. */
export default function Bet() {
  const { id = '' } = useParams();
  const bet = useApi(getBet, { params: { id } });
  return (
    <Page title={words.receipt.title} lead={bet.data?.data.serial ?? leadToCome} width="column">
      {bet.data && <Receipt ticket={bet.data.data} />}
      {bet.data && (
        <Suspense
          fallback={
            <Card>
              <Skeleton lines={6} />
            </Card>
          }
        >
          <TicketProof ticket={bet.data.data} />
        </Suspense>
      )}
      {bet.isPending && (
        <Card>
          <Skeleton lines={16} />
        </Card>
      )}
      {bet.error && !bet.data && (
        <Card>
          <Failure error={bet.error} onRetry={bet.refetch} retrying={bet.isFetching} />
        </Card>
      )}
      {!bet.isPending && (
        <p className={styles.links}>
          <Link to="/my-bets">{words.receipt.back}</Link>
        </p>
      )}
    </Page>
  );
}

function Receipt({ ticket }: { ticket: Ticket }) {
  return (
    <Card as="article" className={styles.receipt}>
      <div className={styles.head}>
        <h2>{ticket.name}</h2>
        <StatusBadge status={ticket.status} />
      </div>
      <NumberSlots numbers={ticket.selectedNumbers} hits={ticket.places} />
      <TicketWhy ticket={ticket} />
      <Facts ruled>
        <Fact name={words.receipt.serial}>
          <span className={styles.serial}>{ticket.serial}</span>
        </Fact>
        <Fact name={words.receipt.draw}>
          <DateTime at={ticket.fullDate} />
        </Fact>
        <Fact name={words.receipt.acceptedAt}>
          <DateTime at={ticket.acceptedAt} />
        </Fact>
        {ticket.result && (
          <Fact name={words.receipt.result}>
            <Balls numbers={ticket.result} />
          </Fact>
        )}
        <Fact name={words.receipt.stake}>
          <Money amount={ticket.betAmount} />
        </Fact>
        <Fact name={ticket.status === 'pending' ? words.receipt.possible : words.receipt.payout}>
          <TicketPayout ticket={ticket} />
        </Fact>
      </Facts>
      <div className={styles.actions}>
        <ButtonLink to={`/results/${ticket.drawId}`} variant="secondary" icon="results">
          {words.receipt.seeDraw}
        </ButtonLink>
        <Button variant="ghost" icon="download" onClick={() => print()}>
          {words.receipt.print}
        </Button>
      </div>
    </Card>
  );
}
