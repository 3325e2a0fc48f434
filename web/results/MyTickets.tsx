import { listBets } from '#contract/calls/bets.ts';
import type { Draw } from '#contract/draws.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useWholeApiList } from '#web/api/lists.ts';
import { useSession } from '#web/session/session.ts';
import { Card } from '#ui/Card.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TicketCard } from '#web/tickets/TicketCard.tsx';
import { words } from '#web/words/en/results.ts';
import styles from './Draw.module.css';

const pageLength = '100';

/** My tickets on a draw, filtered from all that I bought while it was on sale. */
export function MyTickets({ draw }: { draw: Pick<Draw, 'id' | 'fullDate'> & { readonly opensAt: string } }) {
  const { signedIn } = useSession();
  const query = { from: draw.opensAt, to: draw.fullDate, limit: pageLength };
  const bets = useWholeApiList(listBets, { query }, { enabled: signedIn });
  if (!signedIn || (!bets.items && !bets.error)) return null;
  if (!bets.items) {
    return (
      <Card title={words.draw.mine}>
        <Failure error={bets.error} onRetry={bets.refetch} retrying={bets.isFetching} />
      </Card>
    );
  }
  const mine = bets.items.filter(({ drawId }) => drawId === draw.id);
  return (
    <section className={styles.mine} aria-label={words.draw.mine}>
      <h2 className={styles.heading}>{words.draw.mine}</h2>
      {mine.length === 0 && (
        <p className={styles.none}>
          {bets.isFetchingMore ? <Skeleton /> : bets.hasMore ? words.draw.noneMineYet : words.draw.noneMine}
        </p>
      )}
      {mine.map((ticket) => (
        <TicketCard key={ticket.id} ticket={ticket} to={`/my-bets/${ticket.id}`} />
      ))}
      <ShowMore
        hasMore={bets.hasMore && bets.moreFailure !== null}
        pending={bets.isFetchingMore}
        onMore={bets.more}
        failure={bets.moreFailure}
      />
    </section>
  );
}
