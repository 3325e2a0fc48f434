import { useState } from 'react';
import { careKinds, listCareThresholds } from '#contract/calls/operator/care.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { serverNow } from '#console/clock/clock.ts';
import { Screen, type View } from '#console/frame/Screen.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { addDays, dayOf } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words as all } from '#console/words/en/care.ts';

type Threshold = OperatorAnswer<typeof listCareThresholds>['data'][number];

const words = all.thresholds;
const tones = { holds: 'ok', waits: 'wait', over: 'idle' } as const;

const columns: readonly Column<Threshold>[] = [
  { key: 'what', head: all.sign.what, cell: ({ kind }) => all.kinds[kind] },
  { key: 'notable', amount: ({ notable }) => notable, width: 110 },
  { key: 'strong', amount: ({ strong }) => strong, width: 110 },
  { key: 'times', head: words.usual, cell: ({ times }) => (times === 0 ? '–' : times), align: 'right', width: 90 },
];

const ofHistory: readonly Column<Threshold, typeof words>[] = [
  ...columns,
  {
    key: 'begins',
    cell: ({ beginsAt }) => (beginsAt === null ? words.fromFirst : <Time at={beginsAt} show="full" />),
    width: 150,
  },
  { key: 'state', cell: ({ state }) => <Status is={tones[state]}>{words.states[state]}</Status>, width: 110 },
  {
    key: 'by',
    cell: ({ request }) =>
      request === null ? (
        words.ours
      ) : (
        <Opens to={`/requests/${request.id}`}>{words.two(request.askedBy, request.approvedBy)}</Opens>
      ),
    width: 200,
  },
  { key: 'why', cell: ({ request }) => request?.reason ?? '–' },
];

/**
 * The thresholds in force, those that wait for their beginning, and earlier ones. Two compliance operators change them.
 */
export function Thresholds({ views }: { readonly views: readonly View[] }) {
  const mayAsk = useMay('care_threshold');
  const [changed, setChanged] = useState<Threshold | null>(null);
  const query = useApi(listCareThresholds, {}, { select: (answer) => answer.data });
  const { data } = query;
  const holds = careKinds.flatMap((kind) => data?.find((one) => one.kind === kind && one.state === 'holds') ?? []);
  const act: Column<Threshold> = {
    key: 'act',
    head: '',
    width: 110,
    whole: true,
    cell: (one) => (
      <Button size="head" kind="opens danger" onPress={() => setChanged(one)}>
        {words.change}
      </Button>
    ),
  };
  return (
    <Screen title={all.title} views={views}>
      <Panel fills title={words.title}>
        <NoAnswer of={query} />
        {data && (
          <Scroll>
            <Section bare>
              <Table
                label={words.title}
                rows={holds}
                rowId={({ kind }) => kind}
                columns={mayAsk ? [...columns, act] : columns}
                end={words.note}
              />
            </Section>
            <Section title={words.history} bare>
              <Table
                label={words.history}
                rows={data.toSorted((one, other) => other.number - one.number)}
                rowId={({ number }) => String(number)}
                heads={words}
                columns={ofHistory}
                density={27}
              />
            </Section>
          </Scroll>
        )}
      </Panel>
      {changed && (
        <RequestSheet
          kind="care_threshold"
          about={changed.kind}
          name={all.kinds[changed.kind]}
          start={startOf(newestOf(data ?? [], changed))}
          onClose={() => setChanged(null)}
        />
      )}
    </Screen>
  );
}

/** The thresholds of the same sign that were set last, and may not apply yet: a request shows them as before. */
function newestOf(thresholds: readonly Threshold[], of: Threshold): Threshold {
  return thresholds
    .filter(({ kind }) => kind === of.kind)
    .reduce((one, other) => (one.number > other.number ? one : other), of);
}

/** The first values of the fields. Whoever approves has a day for it. */
function startOf({ notable, strong, times }: Threshold) {
  return {
    notable: String(notable),
    strong: String(strong),
    times: String(times),
    beginsAt: `${addDays(dayOf(serverNow()), 2)}T00:00:00`,
  };
}
