import { useState, type ReactNode } from 'react';
import { readCaps } from '#contract/calls/operator/caps.ts';
import { listExposures } from '#contract/calls/operator/exposure.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { useKeys } from '#console/kit/keys.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { StaleBar } from '#console/kit/StaleBar.tsx';
import { Note } from '#console/kit/Status.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useNarrow } from '#console/kit/useNarrow.ts';
import { StopSheet } from '#console/stops/StopSheet.tsx';
import { words as capWords } from '#console/words/en/caps.ts';
import { words } from '#console/words/en/exposure.ts';
import { ReservePanel, Uniformity } from './Aside.tsx';
import { LowerSheet } from './caps/LowerSheet.tsx';
import { oldAfter, useExposure, type ExposureData } from './exposure-data.ts';
import styles from './Exposure.module.css';
import { ExposureFigures } from './Figures.tsx';
import { wholeCap } from './limits.ts';
import { ByType, HowOften, KeptFacts, PayoutHistogram, WorstResults } from './Parts.tsx';

const NextDraws = lazySheet(async () => (await import('#console/charts/NextDraws.tsx')).NextDraws);

const renewedEvery = 5_000;
/** The chart of the next draws, beside a table that needs more room, and in a narrow window above it. */
const beside = { width: 540, height: 220 };
const above = { width: 768, height: 220 };

/** The exposure of the draws on sale, compared with the reserve; and one of them, the next one unless another is open. */
export default function Exposure() {
  const { data, error, refetch, isRefetchError, dataUpdatedAt } = useApi(
    listExposures,
    {},
    { refetchInterval: renewedEvery },
  );
  const { open, change } = useAddress();
  const draws = data?.data.draws ?? [];
  const reserve = data?.data.reserve;
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
  const isNarrow = useNarrow();
  const cap = wholeCap(useCaps(null).data?.data.caps);
  const ownCap = wholeCap(useCaps(shown, at >= 0).data?.data.caps) ?? cap;
  const next = draws.length > 0 && (
    <NextDraws
      draws={draws}
      reserve={reserve?.amount ?? null}
      cap={cap}
      ownCap={ownCap}
      open={shown}
      onOpen={(id) => change({ open: id })}
      size={isNarrow ? above : beside}
    />
  );
  return (
    <Screen title={words.title} heard={{ heardAt, isStale: isRefetchError }} rows="minmax(0, 1fr)" flows>
      <div className="panels scrolls">
        {!data && error && <Problem error={error} what={words.failed} again={() => void refetch()} />}
        {isRefetchError && <StaleBar heardAt={heardAt} again={() => void refetch()} />}
        {data && shown === null && <Empty says={words.noDraw} />}
        {shown !== null && (
          <OneDraw key={shown} id={shown} reserve={reserve === undefined ? undefined : (reserve?.amount ?? null)}>
            {next}
          </OneDraw>
        )}
        <div className={styles.end}>
          {data && <Reserved draws={draws} reserve={reserve ?? null} shown={shown} />}
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

/** The caps that count for a draw, or with null for each that has none of its own. */
function useCaps(draw: string | null, enabled = true) {
  const seesCaps = useMay('readCaps');
  return useApi(
    readCaps,
    { query: draw === null ? {} : { draw } },
    { enabled: seesCaps && enabled, refetchInterval: renewedEvery },
  );
}

interface OneDrawProps {
  readonly id: string;
  /** In francs; null while none is set, undefined until it is known. */
  readonly reserve: number | null | undefined;
  /** The chart of all draws on sale. */
  readonly children: ReactNode;
}

/** One draw: its key figures, the spread of its payouts, its most expensive results, and its bet types with what can be done about it. */
function OneDraw({ id, reserve, children }: OneDrawProps) {
  const { data, error, refetch } = useExposure(id);
  const now = useNow();
  const exposure = data?.data;
  const isOpen = exposure?.status === 'open';
  const caps = useCaps(id, isOpen).data?.data.caps;
  if (!exposure) {
    return (
      <>
        {error ? (
          <Problem error={error} what={words.failed} again={() => void refetch()} />
        ) : (
          <Panel title={words.title}>
            <p className={styles.quiet}>{words.loading}</p>
          </Panel>
        )}
        {children}
      </>
    );
  }
  const isOld = isOpen && now - Date.parse(exposure.computedAt) > oldAfter;
  const isStaked = exposure.tickets > 0;
  return (
    <>
      {isOld && <Note tone="wait">{words.old}</Note>}
      <Panel isStale={error !== null || isOld}>
        <ExposureFigures id={id} of={exposure} caps={caps} reserve={reserve} now={now} />
      </Panel>
      {isStaked && (
        <div className="withSide">
          <PayoutHistogram of={exposure} reserve={reserve ?? null} cap={isOpen ? wholeCap(caps) : null} tableKey="t" />
          <div className={styles.side}>
            <HowOften of={exposure} />
            <WorstResults of={exposure} />
          </div>
        </div>
      )}
      <div className={children ? styles.below : undefined}>
        {children}
        <Panel title={words.byType.title} end={isOpen && <Acts id={id} of={exposure} />}>
          {isStaked ? <ByType of={exposure} /> : <Empty says={words.empty} />}
        </Panel>
      </div>
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

/** The acts of one operator alone, at once, on the exposure of a draw: less may be at stake, or nothing more is sold. */
function Acts({ id, of: { drawsAt } }: { readonly id: string; readonly of: ExposureData }) {
  const [opened, setOpened] = useState<'lower' | 'stop' | null>(null);
  const mayLower = useMay('lowerCap');
  const mayStop = useMay('stopSales');
  const { data, error } = useCaps(id, mayLower);
  const caps = data?.data;
  const draw = { id, drawsAt };
  const close = () => setOpened(null);
  return (
    <>
      {mayLower && (
        <Button
          kind="opens danger"
          size="head"
          keys="l"
          isOff={!caps}
          why={!caps && error ? capWords.failed : undefined}
          onPress={() => setOpened('lower')}
        >
          {caps?.caps.length === 0 ? capWords.first : words.lower}
        </Button>
      )}
      {mayStop && (
        <Button kind="opens danger" size="head" keys="s" onPress={() => setOpened('stop')}>
          {words.stop}
        </Button>
      )}
      {caps && opened === 'lower' && <LowerSheet onClose={close} draw={draw} caps={caps} cap={null} />}
      {opened === 'stop' && <StopSheet onClose={close} draw={draw} />}
    </>
  );
}
