import { useParams } from 'wouter';
import { getDraw } from '#contract/calls/draws.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import { codeOf } from '#web/api/errors.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { serverNow, useNow } from '#web/clock/clock.ts';
import { VerifyDraw } from '#web/fairness/VerifyDraw.tsx';
import { Page } from '#web/layout/Page.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Countdown } from '#web/values/Countdown.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { formatDateTime } from '#web/values/format.ts';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { words } from '#web/words/en/results.ts';
import styles from './Draw.module.css';
import { MyTickets } from './MyTickets.tsx';
import { Replay } from './Replay.tsx';

type DrawDetails = CallAnswer<typeof getDraw>['data'];

/** A draw that is due is polled at this interval until its result arrives. */
const pollDue = 1_500;

/** One draw: its countdown, then its result, live; its times, and my tickets on it. */
export default function Draw() {
  const { id = '' } = useParams();
  const query = useApi(
    getDraw,
    { params: { id } },
    {
      refetchInterval: ({ state }) => (state.data && isDue(state.data.data) ? pollDue : false),
    },
  );
  const draw = query.data?.data;
  // As high as the loaded title, to avoid a layout shift.
  const title = words.draw.title(draw ? formatDateTime(draw.fullDate) : words.draw.timePending);
  return (
    <Page title={title} lead={draw ? words.draw.status[draw.status] : '\u00A0'} width="column">
      {draw && (
        <>
          <Result draw={draw} />
          <MyTickets draw={draw} />
          <VerifyDraw key={draw.id} draw={draw} />
          <Times draw={draw} />
        </>
      )}
      {query.isPending && (
        <Card>
          <Skeleton lines={5} />
        </Card>
      )}
      {query.error && !draw && (
        <Card>
          {codeOf(query.error) === 'not_found' || codeOf(query.error) === 'invalid_request' ? (
            <EmptyState icon="results" title={words.draw.notFound.title}>
              {words.draw.notFound.text}
            </EmptyState>
          ) : (
            <Failure error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
          )}
        </Card>
      )}
      {!query.isPending && (
        <p className={styles.all}>
          <Link to="/results">{words.draw.all}</Link>
        </p>
      )}
    </Page>
  );
}

function Result({ draw }: { draw: DrawDetails }) {
  if (draw.status === 'void') return <Notice tone="warning">{words.draw.void}</Notice>;
  return (
    <Card title={words.draw.result}>
      {/* The same component from the countdown on, so that the result is animated in its places when it arrives. */}
      <Replay key={draw.id} result={draw.result} />
      {!draw.result && <Waiting draw={draw} />}
    </Card>
  );
}

function Waiting({ draw }: { draw: DrawDetails }) {
  const now = useNow();
  const isOver = (at: string) => now !== null && now >= Date.parse(at);
  if (isOver(draw.fullDate)) {
    return (
      <p className={styles.waiting} role="status">
        <Spinner /> {words.draw.drawing}
      </p>
    );
  }
  const onSale = draw.status === 'open' && !isOver(draw.closesAt);
  return (
    <div className={styles.waiting}>
      <p>
        {onSale ? words.draw.salesCloseIn : words.draw.drawsIn}{' '}
        <b className={styles.clock}>
          <Countdown key={String(onSale)} to={onSale ? draw.closesAt : draw.fullDate} />
        </b>
      </p>
      {onSale && <ButtonLink to="/">{words.draw.play}</ButtonLink>}
    </div>
  );
}

function Times({ draw }: { draw: DrawDetails }) {
  const { opensAt, closesAt, drawnAt, settledAt, rules, status } = draw;
  return (
    <Card title={words.draw.times}>
      <Facts>
        <Fact name={words.draw.opened}>
          <DateTime at={opensAt} />
        </Fact>
        <Fact name={status === 'open' ? words.draw.closes : words.draw.closed}>
          <DateTime at={closesAt} />
        </Fact>
        {drawnAt && (
          <Fact name={words.draw.drawnAt}>
            <DateTime at={drawnAt} />
          </Fact>
        )}
        {settledAt && (
          <Fact name={words.draw.settledAt}>
            <DateTime at={settledAt} />
          </Fact>
        )}
        <Fact name={words.draw.rules}>{rules}</Fact>
      </Facts>
    </Card>
  );
}

function isDue(draw: DrawDetails): boolean {
  return !draw.result && draw.status !== 'void' && serverNow() >= Date.parse(draw.fullDate);
}
