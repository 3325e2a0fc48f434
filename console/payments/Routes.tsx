import { useState, type ReactNode } from 'react';
import { getPaymentRoutes, listNetworks } from '#contract/calls/operator/payments.ts';
import { networkName, type Network, type StopScope } from '#domain/payment-routes.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Subject } from '#console/kit/Subject.tsx';
import { Table, type Column } from '#console/kit/Table.tsx';
import { amount, none, percent } from '#console/values/amounts.ts';
import { methodName, providerName } from '#console/values/names.ts';
import { Time } from '#console/values/Time.tsx';
import { formatSpan } from '#console/values/time.ts';
import { words as inbox } from '#console/words/en/inbox.ts';
import { words } from '#console/words/en/payment-routes.ts';
import { Floats } from './Floats.tsx';
import { linesOf, type Line, type Pause, type Routed, type Stop } from './lines.ts';
import { RoutesSheet } from './RoutesSheet.tsx';
import { StopPayments } from './StopPayments.tsx';

const { kinds } = inbox.alarms;
const every = 5_000;
const healthEvery = 30_000;
const idOf = (line: Line) => `${networkName(line)} ${line.account}`;
const span = (seconds: number | null | undefined) => (typeof seconds === 'number' ? formatSpan(seconds * 1_000) : none);

/**
 * Shows the stops and pauses, then the networks, then each network at each account, the floats and the incidents, with the sheets that
 * stop, resume and change routes.
 */
export function Routes({ children }: { readonly children: ReactNode }) {
  const query = useApi(getPaymentRoutes, {}, { refetchInterval: every });
  const { data: health } = useApi(listNetworks, {}, { refetchInterval: healthEvery });
  const [isAll, setAll] = useState(false);
  const [sheet, setSheet] = useState<'routes' | { readonly stops: Line } | { readonly resumes: Stop } | null>(null);
  const mayStop = useMay('stopPayments');
  const mayResume = useMay('resume_payments');
  const mayRoute = useMay('payment_routes');
  if (!query.data) {
    // The networks keep their place, and so what they show, when the routes come.
    return (
      <>
        {null}
        {null}
        {children}
        <NoAnswer of={query} />
      </>
    );
  }
  const routed = query.data.data;
  const { stops, next, number } = routed;
  const lines = linesOf(routed, health?.data ?? []);
  // An account may offer far more than anybody pays with.
  const used = lines.filter((line) => line.health !== null || line.stop !== null);
  const shown = isAll || used.length === 0 ? lines : used;
  const close = () => setSheet(null);
  return (
    <>
      {stops.length > 0 && (
        <Panel title={words.stopped}>
          <Table
            label={words.stopped}
            columns={[...stopColumns, resumeColumn(mayResume, (stop) => setSheet({ resumes: stop }))]}
            rows={stops}
          />
        </Panel>
      )}
      {routed.pauses.length > 0 && (
        <Panel title={words.paused} end={<span className="small quiet">{words.pausedNote}</span>}>
          <Table
            label={words.paused}
            columns={pauseColumns}
            rows={routed.pauses}
            rowId={(pause) => `${networkName(pause)} ${pause.account}`}
            density={27}
          />
        </Panel>
      )}
      {children}
      <Panel
        title={words.lines}
        end={
          <>
            <span className="small quiet">
              {words.version(number)}
              {next.map(({ number: coming, beginsAt }) => (
                <span key={coming}>
                  {' · '}
                  {words.coming(coming)} <Time at={beginsAt} show="full" />
                </span>
              ))}
            </span>
            {mayRoute && (
              <Button size="head" writes onPress={() => setSheet('routes')}>
                {words.change}
              </Button>
            )}
          </>
        }
      >
        <Table
          label={words.lines}
          columns={[...lineColumns, ...(mayStop ? [stopColumn((line) => setSheet({ stops: line }))] : [])]}
          rows={shown}
          rowId={idOf}
          density={27}
          end={
            <span className="small quiet">
              {words.note}{' '}
              {shown.length < lines.length && (
                <Button size="head" onPress={() => setAll(true)}>
                  {words.all(amount(lines.length))}
                </Button>
              )}
            </span>
          }
        />
      </Panel>
      <Floats of={routed} />
      <Panel title={words.incidents}>
        {routed.incidents.length === 0 ? (
          <Section>
            <Status is="ok">{words.noIncident}</Status>
          </Section>
        ) : (
          <Table label={words.incidents} columns={incidentColumns} rows={routed.incidents} density={27} />
        )}
      </Panel>
      {sheet === 'routes' && <RoutesSheet of={routed} onClose={close} />}
      {sheet !== null && typeof sheet === 'object' && 'stops' in sheet && (
        <StopPayments of={sheet.stops} onClose={close} />
      )}
      {sheet !== null && typeof sheet === 'object' && 'resumes' in sheet && (
        <RequestSheet
          kind="resume_payments"
          about={sheet.resumes.id}
          facts={[[words.what, whatOf(sheet.resumes)]]}
          onClose={close}
        />
      )}
    </>
  );
}

/** `Wave · CI · deposits` */
function networkOf({ country, method, direction }: Network): string {
  return [methodName(method), country, words.directions[direction]].join(' · ');
}

/** The scope of a stop: a network, an account, or both. */
function whatOf({ account, country, method, direction }: StopScope): string {
  const network = country && method && direction ? networkOf({ country, method, direction }) : words.everything;
  return account === null ? network : `${network}, ${words.at(providerName(account))}`;
}

/** The subject of an alarm about accounts, such as `network CI wave deposit at pawapay` or `float pawapay CI`, by its names. */
function aboutOf(subject: string): ReactNode {
  const [kind, one = '', two = '', three, , four = null] = subject.split(' ');
  if (kind === 'network') return whatOf({ country: one, method: two, direction: three as 'deposit', account: four });
  if (kind === 'payment') return <Subject of={subject} />;
  return [providerName(one), two, three && methodName(three)].filter(Boolean).join(' · ');
}

const stopColumns: readonly Column<Stop>[] = [
  { key: 'since', width: 92, time: ({ stoppedAt }) => stoppedAt },
  { key: 'what', width: 270, cell: (stop) => <Status is="wait">{whatOf(stop)}</Status> },
  { key: 'told', head: words.told, cell: ({ toldEn, toldFr }) => words.toldIn(toldEn, toldFr) },
  { key: 'reason', spare: true, cell: ({ reason }) => reason },
  { key: 'by', width: 110, cell: ({ stoppedBy }) => stoppedBy },
];

const pauseColumns: readonly Column<Pause>[] = [
  { key: 'since', width: 92, time: ({ pausedAt }) => pausedAt },
  {
    key: 'what',
    width: 300,
    cell: (pause) => <Status is="wait">{`${networkOf(pause)}, ${words.at(providerName(pause.account))}`}</Status>,
  },
  { key: 'reason', spare: true, cell: ({ because }) => words.pausedBecause[because] },
  {
    key: 'until',
    head: words.until,
    width: 240,
    cell: ({ until, isTried }) => (isTried ? words.isTried : <Time at={until} />),
  },
];

/** How it can end. */
function resumeColumn(mayAsk: boolean, resume: (stop: Stop) => void): Column<Stop> {
  return {
    key: 'act',
    head: '',
    width: 220,
    align: 'right',
    cell: (stop) => {
      if (stop.asked !== null) return <Opens to={`/requests/${stop.asked}`}>{words.asked}</Opens>;
      if (!mayAsk) return '';
      return (
        <Button
          size="head"
          writes
          isOff={stop.own}
          why={stop.own ? words.ownStop : undefined}
          onPress={() => resume(stop)}
        >
          {words.resume}
        </Button>
      );
    },
  };
}

/** The share, and of how many payments. */
const success = (key: 'quarter' | 'hour' | 'day'): Column<Line> => ({
  key,
  head: words.success[key],
  align: 'right',
  width: 96,
  cell: ({ health }) => {
    const { done, failed } = health?.[key] ?? { done: 0, failed: 0 };
    const counted = done + failed;
    if (counted === 0) return <span className="quiet">{none}</span>;
    return (
      <>
        <b>{percent(done / counted)}</b> <span className="quiet">{amount(counted)}</span>
      </>
    );
  },
});

const lineColumns: readonly Column<Line>[] = [
  {
    key: 'network',
    width: 210,
    // Its direction stands at the end.
    whole: true,
    cell: networkOf,
    to: ({ method, account, direction }) =>
      `/payments?view=all&network=${method.replace(/-(money|momo)$/, '')}&provider=${account}&direction=${direction}`,
  },
  { key: 'account', width: 92, whole: true, cell: ({ account }) => providerName(account) },
  { key: 'place', head: words.place, width: 112, whole: true, cell: (line) => <Standing of={line} /> },
  success('quarter'),
  success('hour'),
  success('day'),
  { key: 'median', align: 'right', width: 76, spare: true, cell: ({ health }) => span(health?.median) },
  { key: 'most', align: 'right', width: 88, spare: true, cell: ({ health }) => span(health?.most) },
  { key: 'waiting', width: 68, amount: ({ health }) => health?.waiting ?? 0 },
  {
    key: 'unknown',
    align: 'right',
    width: 96,
    cell: ({ health }) =>
      (health?.unknown ?? 0) === 0 ? '0' : <Status is="bad">{amount(health?.unknown ?? 0)}</Status>,
  },
  {
    key: 'noticed',
    head: words.noticed,
    align: 'right',
    width: 88,
    spare: true,
    time: ({ health }) => health?.noticedAt,
  },
];

const incidentColumns: readonly Column<Routed['incidents'][number]>[] = [
  { key: 'at', width: 130, time: ({ openedAt }) => openedAt, show: 'full' },
  {
    key: 'what',
    cell: ({ kind, closedAt }) => (
      <Status is={closedAt === null ? 'bad' : 'ok'}>{kinds[kind as keyof typeof kinds] ?? kind}</Status>
    ),
  },
  { key: 'about', width: 300, cell: ({ subject }) => aboutOf(subject) },
  { key: 'payments', head: words.payments, width: 90, amount: ({ payments }) => payments },
  {
    key: 'lasted',
    align: 'right',
    width: 110,
    cell: ({ openedAt, closedAt }) =>
      closedAt === null ? words.goesOn : formatSpan(Date.parse(closedAt) - Date.parse(openedAt)),
  },
];

/** Its place among the accounts of its network, or what keeps it from being used. */
function Standing({ of: { stop, pause, place, isAlone } }: { readonly of: Line }) {
  if (stop !== null) return <Status is="wait">{words.isStopped}</Status>;
  // The last account of a network goes on.
  if (pause !== null && place !== null && !isAlone) return <Status is="wait">{words.isPaused}</Status>;
  if (place === null) return <Status is="idle">{words.noRoute}</Status>;
  return isAlone ? <Status is="run">{words.alone}</Status> : <Status is="ok">{words.places(place)}</Status>;
}

function stopColumn(stop: (line: Line) => void): Column<Line> {
  return {
    key: 'act',
    head: '',
    width: 76,
    align: 'right',
    cell: (line) =>
      line.stop === null ? (
        <Button size="head" onPress={() => stop(line)}>
          {words.stop}
        </Button>
      ) : (
        ''
      ),
  };
}
