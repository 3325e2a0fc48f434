import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useParams } from 'wouter';
import type { Ticket } from '#contract/bets.ts';
import { getBet } from '#contract/calls/bets.ts';
import { codeOf } from '#web/api/errors.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { ShareButton, ShareTicket } from '#web/fairness/ShareTicket.tsx';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { Balls } from '#web/tickets/Balls.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Link, useHash } from '#ui/Link.tsx';
import { Money } from '#web/values/Money.tsx';
import { NumberSlots } from '#web/tickets/NumberSlots.tsx';
import { Paper } from '#web/tickets/Paper.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import PlayWithMe from '#web/tickets/PlayWithMe.tsx';
import { StatusBadge } from '#web/tickets/StatusBadge.tsx';
import { TicketPayout, TicketWhy } from '#web/tickets/TicketCard.tsx';
import { words } from '#web/words/en/my-bets.ts';
import styles from './Bet.module.css';

const TicketProof = lazyPart(() => import('#web/fairness/TicketProof.tsx'), {
  waiting: (
    <Card>
      <Skeleton lines={6} />
    </Card>
  ),
});

/** One ticket's receipt, with a print layout. */
export default function Bet() {
  const { id = '' } = useParams();
  const bet = useApi(getBet, { params: { id } });
  const isUnknown = ['not_found', 'invalid_request'].includes(codeOf(bet.error) ?? '');
  return (
    <Page title={words.receipt.title} lead={words.receipt.lead} width="column">
      {bet.data && <Receipt ticket={bet.data.data} />}
      {bet.data && (
        <Proof>
          <TicketProof ticket={bet.data.data} />
        </Proof>
      )}
      {bet.isPending && (
        <Card>
          <Skeleton lines={16} />
        </Card>
      )}
      {bet.error && !bet.data && !isUnknown && (
        <Failure error={bet.error} onRetry={bet.refetch} retrying={bet.isFetching} />
      )}
      {bet.error && !bet.data && isUnknown ? (
        <EmptyState
          icon={moreIcons.ticket}
          title={words.receipt.notFound.title}
          action={<ButtonLink to="/my-bets">{words.receipt.back}</ButtonLink>}
        >
          {words.receipt.notFound.text}
        </EmptyState>
      ) : (
        !bet.isPending && (
          <p className={styles.links}>
            <Link to="/my-bets">{words.receipt.back}</Link>
          </p>
        )
      )}
    </Page>
  );
}

/** A ticket's stub links to its proof, which is there only once the ticket is loaded. */
function Proof({ children }: { children: ReactNode }) {
  const hash = useHash();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === '#proof') place.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={place} id="proof" className={styles.proof}>
      {children}
    </div>
  );
}

function Receipt({ ticket }: { ticket: Ticket }) {
  const { result, selectedNumbers, places } = ticket;
  const [shared, setShared] = useState<Ticket | null>(null);
  return (
    <>
      <Paper
        tone={ticket.status === 'win' ? 'won' : 'plain'}
        stub={
          <>
            <span className={styles.serial}>{ticket.serial}</span>
            <span className={styles.share}>
              <ShareButton ticket={ticket} onShare={setShared} />
            </span>
          </>
        }
      >
        <div className={styles.receipt}>
          <div className={styles.head}>
            <h2 data-quiet={ticket.status === 'win'}>{ticket.name}</h2>
            <StatusBadge status={ticket.status} />
          </div>
          <div className={styles.columns}>
            <p>{words.receipt.numbers}</p>
            <NumberSlots numbers={selectedNumbers} hits={places} />
            {result && (
              <>
                <p>{words.receipt.result}</p>
                <Balls
                  numbers={result}
                  hits={result.map((number) => places?.[selectedNumbers.indexOf(number)] ?? false)}
                />
              </>
            )}
          </div>
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
            <Fact name={words.receipt.stake}>
              <Money amount={ticket.betAmount} />
            </Fact>
            <Fact name={ticket.status === 'pending' ? words.receipt.possible : words.receipt.payout}>
              <TicketPayout ticket={ticket} />
            </Fact>
          </Facts>
          <div className={styles.actions}>
            <ButtonLink to={`/results/${ticket.drawId}`} variant="secondary" icon={moreIcons.results}>
              {words.receipt.seeDraw}
            </ButtonLink>
            <Button variant="ghost" icon={moreIcons.download} onClick={() => print()}>
              {words.receipt.print}
            </Button>
            {ticket.status !== 'void' && <PlayWithMe ticket={ticket} />}
          </div>
        </div>
      </Paper>
      <ShareTicket ticket={shared} onClose={() => setShared(null)} />
    </>
  );
}
