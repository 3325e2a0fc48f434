import { listAlarms } from '#contract/calls/operator/overview.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { ListFile } from '#console/kit/ListFile.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { ListTable } from '#console/kit/Table.tsx';
import { useList } from '#console/kit/useList.ts';
import { formatSpan } from '#console/values/time.ts';
import { words } from '#console/words/en/inbox.ts';
import { aboutAlarm } from './alarm.ts';

const everyMs = 5_000;

/** All alarms, the newest first, with those that are over: the inbox has the open ones. */
export default function Alarms() {
  const list = useList(listAlarms, { query: {} }, { every: everyMs });
  return (
    <Screen title={words.alarms.title} heard={list}>
      <Panel fills title={words.alarms.listLabel} end={<ListFile of={list} size="head" />} isStale={list.isStale}>
        <ListTable
          label={words.alarms.listLabel}
          list={list}
          opens={false}
          empty={<Empty says={words.alarms.emptyAll} />}
          fold={['kind', 'lasted', 'about', 'opened']}
          columns={[
            { key: 'opened', head: words.alarms.openedAt, width: 140, time: ({ openedAt }) => openedAt },
            {
              key: 'kind',
              head: words.alarms.kind,
              whole: true,
              cell: ({ kind, closedAt }) => (
                <Status is={closedAt === null ? 'bad' : 'ok'}>{words.alarms.kinds[kind]}</Status>
              ),
            },
            { key: 'about', cell: aboutAlarm },
            { key: 'taken', head: words.alarms.takenBy, width: 180, cell: ({ takenBy }) => takenBy ?? '–' },
            { key: 'closed', spare: true, head: words.alarms.closedAt, width: 150, time: ({ closedAt }) => closedAt },
            {
              key: 'lasted',
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
