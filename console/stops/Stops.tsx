import { useState } from 'react';
import { listStops } from '#contract/calls/operator/draws.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import { DrawLink, RequestLink } from '#console/kit/Subject.tsx';
import { Status } from '#console/kit/Status.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { stopReason } from '#console/values/stop-reason.ts';
import { Time } from '#console/values/Time.tsx';
import { words as kit } from '#console/words/en/kit.ts';
import { words } from '#console/words/en/stops.ts';
import { StopSheet } from './StopSheet.tsx';

/** Sales that are or were stopped. */
type Stop = OperatorAnswer<typeof listStops>['data'][number];

const renewedEvery = 5_000;

const views = [
  { name: words.views.now, search: 'active=yes' },
  { name: words.views.ended, search: 'active=no' },
  { name: words.views.all, search: '' },
];

/** The running stops of sales, their authors and reasons, and the way to end them. */
export default function Stops() {
  const { filters } = useAddress();
  const [starting, setStarting] = useState<Stop | null>(null);
  const active = filters.active === 'yes' || filters.active === 'no' ? filters.active : undefined;
  const list = useList(listStops, { query: { active } }, { every: renewedEvery });
  const mayStop = useMay('stopSales');
  const mayAsk = useMay('start_sales');
  const empty = active === 'yes' ? words.nothingStopped : active === 'no' ? words.nothingEnded : words.neverStopped;
  return (
    <Screen title={words.title} views={views} heard={list}>
      <ListPanel
        title={words.title}
        acts={
          mayStop && (
            <SheetButton
              kind="opens danger"
              size="head"
              keys="s"
              sheet={(close) => <StopSheet onClose={close} draw={null} />}
            >
              {words.stop}
            </SheetButton>
          )
        }
        label={words.title}
        fold={['what', 'draw', 'sentence by since', 'act']}
        columns={[...columns, actColumn(mayAsk, setStarting)]}
        list={list}
        empty={<Empty says={empty}>{active === 'yes' && <LastStop />}</Empty>}
      />
      {starting && (
        <RequestSheet
          kind="start_sales"
          about={starting.id}
          facts={[
            [kit.columns.what, starting.name ?? words.allBetTypes],
            [
              kit.columns.draw,
              starting.draw === null ? words.allDraws : <Time at={starting.draw.drawsAt} show="full" />,
            ],
            [words.columns.reason, stopReason(starting)],
          ]}
          onClose={() => setStarting(null)}
        />
      )}
    </Screen>
  );
}

/** The stop that began last of those that have ended. */
function LastStop() {
  const last = useApi(listStops, { query: { active: 'no', limit: '1' } }).data?.data[0];
  if (!last?.endedAt) return null;
  return (
    <span className="quiet">
      {words.last} <Time at={last.stoppedAt} /> – <Time at={last.endedAt} />, {last.name ?? words.allBetTypes},{' '}
      {last.draw === null ? words.allDraws : <DrawLink id={last.draw.id} at={last.draw.drawsAt} />}, {stopReason(last)}
    </span>
  );
}

const columns: readonly Column<Stop>[] = [
  { key: 'since', width: 150, time: ({ stoppedAt }) => stoppedAt },
  {
    key: 'what',
    width: 130,
    whole: true,
    cell: ({ name, endedAt }) => <Status is={endedAt === null ? 'wait' : 'idle'}>{name ?? words.allBetTypes}</Status>,
  },
  {
    key: 'draw',
    width: 150,
    cell: ({ draw }) => (draw === null ? words.allDraws : <DrawLink id={draw.id} at={draw.drawsAt} />),
  },
  { key: 'sentence', head: words.columns.sentence, cell: ({ sentence }) => sentence },
  { key: 'reason', spare: true, cell: stopReason },
  { key: 'by', width: 110, cell: ({ stoppedBy }) => stoppedBy ?? words.cap },
];

/** How it ended, or how it can. */
function actColumn(mayAsk: boolean, start: (stop: Stop) => void): Column<Stop> {
  return {
    key: 'act',
    head: words.columns.ended,
    width: 170,
    whole: true,
    cell: (stop) => {
      const { endedAt, request, asked, own, draw, stoppedBy } = stop;
      if (endedAt !== null) {
        return <>{request === null ? words.closed : <RequestLink id={request} at={endedAt} />}</>;
      }
      if (asked !== null) return <Opens to={`/requests/${asked}`}>{words.asked}</Opens>;
      if (stoppedBy === null) return <Opens to={`/draws/${draw!.id}`}>{words.raise}</Opens>;
      if (!mayAsk) return '';
      return (
        <Button size="head" writes isOff={own} why={own ? words.ownStop : undefined} onPress={() => start(stop)}>
          {words.start}
        </Button>
      );
    },
  };
}
