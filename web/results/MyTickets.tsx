import { useState } from 'react';
import { Failure } from '#web/api/Failure.tsx';
import { useSession } from '#web/session/session.ts';
import { Card } from '#ui/Card.tsx';
import { ShowMore } from '#ui/ShowMore.tsx';
import { winsFirst } from '#web/stage/standing.ts';
import { SumLine } from '#web/stage/SumLine.tsx';
import type { DrawOnStage } from '#web/stage/useDrawOnStage.ts';
import { TicketCard } from '#web/tickets/TicketCard.tsx';
import { words } from '#web/words/en/results.ts';
import styles from './Draw.module.css';
import { Standings } from './Standings.tsx';

/**
 * My tickets on the draw. A client who saw the draw happen has a line for each, which said how it stood while the balls fell and
 * stays in its place. A client who comes later has the tickets themselves, the wins first.
 */
export function MyTickets({ onStage }: { onStage: DrawOnStage }) {
  const { signedIn } = useSession();
  const { list, standings, staging, out } = onStage;
  const [isWatched] = useState(staging.isLive);
  if (!signedIn || onStage.isLoading) return null;
  if (!standings) {
    return (
      <Card title={words.draw.mine}>
        <Failure error={list.error} onRetry={list.refetch} retrying={list.isFetching} />
      </Card>
    );
  }
  return (
    <section className={styles.mine} aria-label={words.draw.mine}>
      <div>
        <h2 className={styles.heading}>{isWatched ? words.draw.standing : words.draw.mine}</h2>
        <p className={styles.sum}>
          {standings.length === 0 ? (
            words.draw.noneMine
          ) : (
            <SumLine standings={standings} isTold={staging.isTold} withWhen />
          )}
        </p>
      </div>
      {isWatched ? (
        <Standings standings={standings} out={out} isTold={staging.isTold} />
      ) : (
        winsFirst(standings).map(({ ticket }) => (
          <TicketCard key={ticket.id} ticket={ticket} to={`/my-bets/${ticket.id}`} />
        ))
      )}
      <ShowMore
        hasMore={list.hasMore && list.moreFailure !== null}
        pending={list.isFetchingMore}
        onMore={list.more}
        failure={list.moreFailure}
      />
    </section>
  );
}
