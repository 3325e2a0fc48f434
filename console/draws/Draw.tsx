import { useParams } from 'wouter';
import { useMay } from '#console/api/useMay.ts';
import { Screen, type View } from '#console/frame/Screen.tsx';
import { MomentBand, MomentButton, useMoment } from '#console/kit/Moment.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { ReplayButton } from '#console/kit/ReplayButton.tsx';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { DrawActs } from './DrawActs.tsx';
import { DrawBody } from './DrawBody.tsx';
import { DrawTickets } from './DrawTickets.tsx';
import { DrawMarks, useDraw } from './OpenDraw.tsx';
import type { OpenedDraw } from './late.tsx';

/** One draw on a page of its own, now or as it was at the moment in the address. */
export default function Draw() {
  const { id } = useParams<{ id: string }>();
  const at = useMoment();
  const { data, error, refetch, isRefetchError, dataUpdatedAt } = useDraw(id, at);
  const draw = data?.data;
  const { view } = useAddress();
  const seesTickets = useMay('listDrawTickets') && at === null;
  const isList = seesTickets && (view === 'tickets' || view === 'winners');
  return (
    <Screen
      title={draw ? words.one(formatFull(draw.drawsAt)) : words.one('')}
      beside={
        <>
          {draw && <DrawMarks of={draw} />}
          {at === null && (
            <>
              <ReplayButton to={`/draws/${id}/replay`} />
              <MomentButton />
            </>
          )}
        </>
      }
      {...(seesTickets && draw && { views: viewsOf(draw) })}
      heard={at === null ? { heardAt: dataUpdatedAt || null, isStale: isRefetchError } : undefined}
      rows={at === null && !isList ? 'minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}
    >
      {at !== null && <MomentBand at={at} />}
      {isList && draw ? (
        <DrawTickets key={view} of={draw} winners={view === 'winners'} />
      ) : (
        <Panel fills title={words.panel} isStale={isRefetchError} end={draw && at === null && <DrawActs of={draw} />}>
          {error !== null && !draw && <Problem error={error} again={() => void refetch()} />}
          {draw && (
            <Scroll>
              <DrawBody of={draw} isPast={at !== null} />
            </Scroll>
          )}
        </Panel>
      )}
    </Screen>
  );
}

/** The tabs of a draw: the whole, its tickets, and its winners once they are known. */
function viewsOf({ total }: OpenedDraw): readonly View[] {
  return [
    { name: words.views.all, search: '' },
    { name: words.views.tickets, search: 'view=tickets', count: total.tickets },
    ...(total.won === null ? [] : [{ name: words.views.winners, search: 'view=winners', count: total.won }]),
  ];
}
