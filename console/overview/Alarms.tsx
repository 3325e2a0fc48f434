import { listAlarms, takeAlarm } from '#contract/calls/operator/overview.ts';
import { useMay } from '#console/api/useMay.ts';
import { useMe } from '#console/api/session-state.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { ListFile } from '#console/kit/ListFile.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { ListTable } from '#console/kit/Table.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { formatSpan } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/overview.ts';
import { aboutAlarm } from './alarm.ts';
import styles from './Overview.module.css';

const everyMs = 5_000;

/** All alarms, the newest first; with *Take it* on the open ones. */
export default function Alarms() {
  const { name } = useMe();
  const mayTake = useMay('takeAlarm');
  const { filters } = useAddress();
  const isOpen = filters['state'] === 'open';
  const list = useList(
    listAlarms,
    { query: isOpen ? { state: 'open' } : {} },
    { rowId: ({ id }) => String(id), every: everyMs },
  );
  const { run, step } = useAct(takeAlarm, { done: () => ({ says: words.alarms.takenNow }) });
  return (
    <Screen
      title={words.alarms.title}
      views={[
        { name: words.alarms.views.all, search: '' },
        { name: words.alarms.views.open, search: 'state=open' },
      ]}
      heard={list}
    >
      <Panel fills title={words.alarms.listLabel} end={<ListFile of={list} size="head" />} isStale={list.isStale}>
        <ListTable
          label={words.alarms.listLabel}
          list={list}
          rowId={({ id }) => String(id)}
          empty={<Empty says={isOpen ? words.alarms.emptyOpen : words.alarms.emptyAll} />}
          columns={[
            { key: 'opened', head: words.alarms.openedAt, width: 140, cell: ({ openedAt }) => <Time at={openedAt} /> },
            {
              key: 'kind',
              head: words.alarms.kind,
              cell: ({ kind, closedAt }) => (
                <Status is={closedAt === null ? 'bad' : 'ok'}>{words.alarms.kinds[kind]}</Status>
              ),
            },
            { key: 'about', head: words.alarms.subject, cell: aboutAlarm },
            {
              key: 'taken',
              head: words.alarms.takenBy,
              width: 220,
              cell: ({ id, closedAt, takenBy }) => (
                <span className={styles.line}>
                  {takenBy ?? (closedAt !== null || !mayTake ? '–' : '')}
                  {closedAt === null && takenBy !== name && mayTake && (
                    <Button
                      size="head"
                      writes
                      isOff={step !== 'idle'}
                      onPress={() => void run({ params: { id: String(id) } })}
                    >
                      {words.alarms.take}
                    </Button>
                  )}
                </span>
              ),
            },
            {
              key: 'closed',
              spare: true,
              head: words.alarms.closedAt,
              width: 150,
              cell: ({ closedAt }) => (closedAt ? <Time at={closedAt} /> : '–'),
            },
            {
              key: 'lasted',
              head: words.alarms.lasted,
              align: 'right',
              width: 110,
              cell: ({ openedAt, closedAt }) =>
                closedAt ? formatSpan(Date.parse(closedAt) - Date.parse(openedAt)) : '–',
            },
          ]}
        />
      </Panel>
    </Screen>
  );
}
