import { listExposures } from '#contract/calls/operator/exposure.ts';
import { useApi } from '#console/api/queries.ts';
import { useNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { useKeys } from '#console/kit/keys.ts';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { StaleBar } from '#console/kit/StaleBar.tsx';
import { Note } from '#console/kit/Status.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { formatWhen } from '#console/values/time.ts';
import { words } from '#console/words/en/exposure.ts';
import { OnSale, ReservePanel, Uniformity } from './Aside.tsx';
import { oldAfter, useExposure } from './exposure-data.ts';
import styles from './Exposure.module.css';
import { ExposureFigures } from './Figures.tsx';
import { Freshness } from './Freshness.tsx';
import { ByType, KeptFacts, PayoutHistogram, WorstResults } from './Parts.tsx';

const renewedEvery = 5_000;

/** The exposure of the draws on sale, compared with the reserve; and one of them, the next one unless another is open. */
export default function Exposure() {
  const { data, error, refetch, isRefetchError, dataUpdatedAt } = useApi(
    listExposures,
    {},
    { refetchInterval: renewedEvery },
  );
  const { open, change } = useAddress();
  const draws = data?.data.draws ?? [];
  const reserve = data?.data.reserve ?? null;
  const shown = open ?? draws[0]?.id ?? null;
  const at = draws.findIndex(({ id }) => id === shown);
  const go = (by: number) => {
    const next = draws[Math.max(0, Math.min(draws.length - 1, at + by))];
    if (next) change({ open: next.id });
  };
  useKeys([
    { keys: '[', says: words.keys.other, run: () => go(-1), foot: true },
    { keys: ']', says: words.keys.other, run: () => go(1), foot: true },
  ]);
  const heardAt = dataUpdatedAt || null;
  return (
    <Screen title={words.title} heard={{ heardAt, isStale: isRefetchError }} rows="auto minmax(0, 1fr)" flows>
      <div className="stack">
        {!data && error && <Problem error={error} what={words.failed} again={() => void refetch()} />}
        {isRefetchError && <StaleBar heardAt={heardAt} again={() => void refetch()} />}
        {data && shown === null && <Empty says={words.noDraw} />}
        {shown !== null && <Head key={shown} id={shown} />}
      </div>
      <div className="withSide">
        <div className="panels scrolls">
          {shown !== null && <OneDraw key={shown} id={shown} reserve={reserve?.amount ?? null} />}
        </div>
        <div className="panels scrolls">
          {data && (
            <>
              <OnSale draws={draws} reserve={reserve} open={shown} onOpen={(id) => change({ open: id })} />
              <Reserved draws={draws} reserve={reserve} shown={shown} />
            </>
          )}
          <Uniformity />
        </div>
      </div>
    </Screen>
  );
}

function Reserved({
  shown,
  ...rest
}: Omit<Parameters<typeof ReservePanel>[0], 'shown'> & { readonly shown: string | null }) {
  const worst = rest.draws.find(({ id }) => id === shown)?.worst ?? null;
  return <ReservePanel {...rest} shown={shown !== null && worst !== null ? { id: shown, worst } : null} />;
}

/** The key figures of a draw, or the reason why there are none. */
function Head({ id }: { readonly id: string }) {
  const { data, error, refetch } = useExposure(id);
  const now = useNow();
  const exposure = data?.data;
  if (!exposure) {
    return error ? (
      <Problem error={error} what={words.failed} again={() => void refetch()} />
    ) : (
      <Panel title={words.title}>
        <p className={styles.quiet}>{words.loading}</p>
      </Panel>
    );
  }
  const isOld = exposure.status === 'open' && now - Date.parse(exposure.computedAt) > oldAfter;
  return (
    <>
      {isOld && <Note tone="wait">{words.old}</Note>}
      <Panel
        title={<Opens to={`/draws/${id}`}>{formatWhen(exposure.drawsAt, now)}</Opens>}
        end={<Freshness of={exposure} />}
        isStale={error !== null || isOld}
      >
        {exposure.tickets === 0 ? <Empty says={words.empty} /> : <ExposureFigures of={exposure} />}
      </Panel>
    </>
  );
}

/** The spread of its payouts, the most expensive results, and the exposure that was stored. */
function OneDraw({ id, reserve }: { readonly id: string; readonly reserve: number | null }) {
  const { data, error } = useExposure(id);
  const exposure = data?.data;
  if (!exposure) {
    return error ? null : (
      <Panel title={words.histogram.title}>
        <div className={styles.soon} />
      </Panel>
    );
  }
  return (
    <>
      {exposure.tickets > 0 && (
        <>
          <PayoutHistogram of={exposure} reserve={reserve} />
          <WorstResults of={exposure} />
          <Panel title={words.byType.title} end={words.xof}>
            <ByType of={exposure} />
          </Panel>
        </>
      )}
      {exposure.kept && (
        <Panel title={words.kept.title}>
          <Section>
            <KeptFacts of={exposure.kept} />
          </Section>
        </Panel>
      )}
    </>
  );
}
