import { useParams } from 'wouter';
import { codeOf } from '#web/api/errors.ts';
import { Failure } from '#web/api/Failure.tsx';
import { VerifyDraw, WhatIsVerified } from '#web/fairness/VerifyDraw.tsx';
import { Page } from '#web/layout/Page.tsx';
import { useSession } from '#web/session/session.ts';
import { LiveStage } from '#web/stage/LiveStage.tsx';
import { WaitingStage } from '#web/stage/Stage.tsx';
import { useDraw, type DrawDetails } from '#web/stage/useDraw.ts';
import { useDrawOnStage } from '#web/stage/useDrawOnStage.ts';
import { Card } from '#ui/Card.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { formatDateTime } from '#web/values/format.ts';
import { Fact, Facts } from '#ui/Facts.tsx';
import { Link } from '#ui/Link.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/results.ts';
import styles from './Draw.module.css';
import { MyTickets } from './MyTickets.tsx';

/** One draw on its stage: its countdown, its balls as they fall, its result; my tickets on it, and its times. */
export default function Draw() {
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useDraw(id);
  if (data) return <Loaded key={data.data.id} draw={data.data} />;
  if (!error) {
    return (
      <Page width="column" stage={<WaitingStage frame="page" heading={<Title at={words.draw.timePending} />} />}>
        <BelowTheStage />
      </Page>
    );
  }
  const isUnknown = codeOf(error) === 'not_found' || codeOf(error) === 'invalid_request';
  return (
    <Page title={isUnknown ? words.draw.notFound.title : words.draw.failed} width="column">
      <Card>
        {isUnknown ? (
          <EmptyState icon={moreIcons.results} title={words.draw.notFound.text} action={<AllResults />} />
        ) : (
          <Failure error={error} onRetry={refetch} retrying={isFetching} />
        )}
      </Card>
      {!isUnknown && <AllResults />}
    </Page>
  );
}

/** This is shown until the draw is loaded. A client's tickets come first, so the part below them is shown only to a visitor. */
function BelowTheStage() {
  const { signedIn } = useSession();
  if (signedIn) return <Skeleton lines={5} />;
  return (
    <div className={styles.forVisitors}>
      <WhatIsVerified />
    </div>
  );
}

function Loaded({ draw }: { draw: DrawDetails }) {
  const onStage = useDrawOnStage(draw);
  return (
    <Page
      width="column"
      stage={<LiveStage onStage={onStage} frame="page" heading={<Title at={formatDateTime(draw.fullDate)} />} />}
    >
      <MyTickets onStage={onStage} />
      {/* Later: the tickets would appear above it and push it down. */}
      {!onStage.isLoading && (
        <>
          <VerifyDraw key={draw.id} draw={draw} />
          <Times draw={draw} isTold={onStage.staging.isTold} />
          <AllResults />
        </>
      )}
    </Page>
  );
}

function Title({ at }: { at: string }) {
  return <h1 className={styles.title}>{words.draw.title(at)}</h1>;
}

function AllResults() {
  return (
    <p className={styles.all}>
      <Link to="/results">{words.draw.all}</Link>
    </p>
  );
}

/** The times that tell that the draw is over wait, in their places, until its outcome is told. */
function Times({ draw, isTold }: { draw: DrawDetails; isTold: boolean }) {
  const { opensAt, closesAt, drawnAt, settledAt, rules, status, calledOff } = draw;
  return (
    <Card title={words.draw.times}>
      <Facts>
        <Fact name={words.draw.opened}>
          <DateTime at={opensAt} />
        </Fact>
        <Fact name={status === 'open' ? words.draw.closes : words.draw.closed}>
          <DateTime at={closesAt} />
        </Fact>
        <Fact name={words.draw.rules}>{rules}</Fact>
        {calledOff && <Fact name={words.draw.calledOff}>{calledOff.reason}</Fact>}
        <Fact name={words.draw.drawnAt}>{isTold && drawnAt ? <DateTime at={drawnAt} /> : words.draw.notYet}</Fact>
        <Fact name={words.draw.settledAt}>{isTold && settledAt ? <DateTime at={settledAt} /> : words.draw.notYet}</Fact>
      </Facts>
    </Card>
  );
}
