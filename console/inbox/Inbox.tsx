import { listInbox, takeItem } from '#contract/calls/operator/overview.ts';
import { useApi } from '#console/api/queries.ts';
import { useMe } from '#console/api/session-state.ts';
import { useMay } from '#console/api/useMay.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { useWaiting } from '#console/frame/SellingLight.tsx';
import { Button, LinkButton } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Split } from '#console/kit/Split.tsx';
import { screenOf } from '#console/kit/Subject.tsx';
import { ListTable } from '#console/kit/Table.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/inbox.ts';
import { aboutAlarm } from './alarm.ts';
import { columns, fold, idOf, type Item } from './items.tsx';
import styles from './items.module.css';

const everyMs = 5_000;

/** The panel beside the list is the one of the item's own screen. Its code is loaded when the first such item is opened. */
const beside = {
  draw: lazySheet(async () => (await import('#console/draws/OpenDraw.tsx')).OpenDraw),
  payment: lazySheet(async () => (await import('#console/payments/PaymentView.tsx')).OpenPayment),
  request: lazySheet(async () => (await import('#console/requests/OneRequest.tsx')).OpenRequest),
  care: lazySheet(async () => (await import('#console/care/OneCase.tsx')).OneCase),
  document: lazySheet(async () => (await import('#console/documents/Documents.tsx')).OpenDocument),
};

/** The kinds in the order of their tabs, each with the right that shows it. */
const kinds = [
  ['alarm', 'listAlarms'],
  ['draw', 'listDraws'],
  ['payment', 'listOperatorPayments'],
  ['document', 'listIdentityChecks'],
  ['care', 'listCareCases'],
  ['request', 'listRequests'],
] as const;

/** All that waits for me in one list, the most urgent first; the open item beside, where it is answered. */
export default function Inbox() {
  const { view, open, change } = useAddress();
  const { rights, name } = useMe();
  const mayTake = useMay('takeItem');
  const counts = useWaiting().data?.data.counts;
  const { data, error, isPending, isRefetchError, refetch, dataUpdatedAt } = useApi(
    listInbox,
    {},
    { refetchInterval: everyMs },
  );
  const all = data?.data ?? [];
  const rows = all.filter(({ what }) => view === null || what === view);
  const act = useAct(takeItem, { done: () => ({ says: words.taken }) });
  const at = rows.findIndex((row) => idOf(row) === open);
  const item = all.find((row) => idOf(row) === open);
  const isMine = item?.owner === name || item?.what === 'request';
  const go = (row: Item | undefined) => row && change({ open: idOf(row) });
  // The search starts at the open item, and then from the beginning.
  const free = [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(
    (row) => idOf(row) !== open && (row.owner === null || row.what === 'request'),
  );
  const take = () => item && item.what !== 'request' && void act.run({ params: { what: item.what, id: item.id } });
  const list = {
    rows,
    rowId: idOf,
    isLoading: isPending,
    error,
    again: () => void refetch(),
    hasMore: false,
    isLoadingMore: false,
    more: () => {},
    isCut: false,
    fromStart: () => {},
    waiting: 0,
    showNew: () => {},
    heardAt: dataUpdatedAt || null,
    file: null,
    isStale: isRefetchError,
  };
  const placeOf = ({ place }: Item) =>
    words.group(words.places[place], rows.filter((row) => row.place === place).length);
  return (
    <Screen
      title={words.title}
      heard={list}
      views={[
        { name: words.all, search: '', count: all.length },
        ...kinds
          .filter(([, right]) => rights.includes(right))
          .map(([what]) => ({ name: words.kinds[what], search: `view=${what}`, count: counts?.[what] })),
      ]}
      afterViews={
        <>
          {item && !isMine && mayTake && (
            <Button size="head" keys="t" says={words.keys.take} writes isOff={act.step !== 'idle'} onPress={take}>
              {words.take}
            </Button>
          )}
          {free && (
            <Button size="head" keys="e" says={words.keys.next} onPress={() => go(free)}>
              {words.next}
            </Button>
          )}
        </>
      }
    >
      <Split
        size="even"
        list={
          <Panel fills>
            <ListTable
              label={words.title}
              list={list}
              fold={fold}
              columns={columns}
              density={44}
              groupOf={placeOf}
              end=""
              empty={
                <Empty says={words.empty}>
                  <span className="quiet">{words.emptyMore}</span>
                </Empty>
              }
            />
          </Panel>
        }
        beside={open === null ? null : <Beside key={open} open={open} item={item} isLoading={isPending} />}
      />
    </Screen>
  );
}

interface BesideProps {
  readonly open: string;
  /** Left out once it is done; what has a screen of its own stays open then. */
  readonly item: Item | undefined;
  readonly isLoading: boolean;
}

function Beside({ open, item, isLoading }: BesideProps) {
  const [what = '', id = ''] = open.split(':');
  if (what in beside) {
    const Part = beside[what as keyof typeof beside];
    return <Part id={id} />;
  }
  if (isLoading) return <OpenPanel title={words.kinds.alarm}>{null}</OpenPanel>;
  return item ? (
    <OpenAlarm of={item} />
  ) : (
    <OpenPanel title={words.kinds.alarm}>
      <Empty says={words.gone} />
    </OpenPanel>
  );
}

/** The screen where something is done about an alarm, where its subject has none. */
const screenOfKind: Readonly<Record<string, string>> = {
  payment_unknown: '/payments?view=unknown',
  other_phone: '/payments?view=unknown',
  withdrawal_held: '/payments?view=held',
  provider_failing: '/payments?view=networks',
  float_low: '/payments?view=networks',
  provider_paused: '/payments?view=networks',
  provider_slow: '/payments?view=networks',
  provider_silent: '/payments?view=networks',
  float_unread: '/payments?view=networks',
  route_alone: '/payments?view=networks',
  statement_missing: '/money?view=statements',
  statement_differs: '/money?view=statements',
  mismatch: '/money?view=mismatches',
  no_pass: '/money',
  audit_wrong: '/audit',
  no_opinion: '/draws?needs=somebody',
  paid_unjudged: '/draws?needs=somebody',
  exposure_unknown: '/exposure',
  webhook_failing: '/settings?view=webhooks',
  machine_key_new_address: '/settings?view=keys',
  machine_key_wrong_address: '/settings?view=keys',
};

function OpenAlarm({ of: item }: { readonly of: Item }) {
  const { kind, subject, detail, since, owner } = item;
  const part = usePartOf(subject!);
  const to = part === null ? (screenOf(subject!) ?? screenOfKind[kind]) : undefined;
  const title = words.alarms.kinds[kind as keyof typeof words.alarms.kinds];
  const body = (
    <div className="body stack">
      <Facts
        of={[
          [words.facts.opened, <Time key="opened" at={since} show="full" />],
          [words.facts.about, aboutAlarm({ subject: subject!, detail })],
          [words.facts.owner, owner ?? words.nobody],
        ]}
      />
      <p className="quiet">{words.facts.closes}</p>
      {to && (
        <div>
          <LinkButton to={to}>{words.openSubject}</LinkButton>
        </div>
      )}
    </div>
  );
  if (part === null) return <OpenPanel title={title}>{body}</OpenPanel>;
  const Part = beside[part];
  return (
    <div className={styles.alarm}>
      <Panel title={title}>{body}</Panel>
      <Part id={subject!.split(' ')[1]!} />
    </div>
  );
}

/** Whether an alarm is about a draw or a payment; null where it is about something else, or this operator sees none. */
function usePartOf(subject: string): 'draw' | 'payment' | null {
  const may = { draw: useMay('getDraw'), payment: useMay('getOperatorPayment') };
  const [kind = '', id] = subject.split(' ');
  return id && (kind === 'draw' || kind === 'payment') && may[kind] ? kind : null;
}
