import { useParams } from 'wouter';
import { useMay } from '#console/api/useMay.ts';
import { Screen, type View } from '#console/frame/Screen.tsx';
import { BesideDraws } from '#console/kit/BesideDraws.tsx';
import { MomentBand, useMoment } from '#console/kit/Moment.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { StaleContext } from '#console/kit/stale.ts';
import { formatWhen } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { DrawBody } from './DrawBody.tsx';
import { DrawHead } from './DrawHead.tsx';
import { DrawTickets } from './DrawTickets.tsx';
import { DrawMarks, useDraw } from './OpenDraw.tsx';
import type { OpenedDraw } from './late.tsx';
import { WinnerFigures } from './WinnerFigures.tsx';

/** One draw on a page of its own, now or as it was at the moment in the address. */
export default function Draw() {
  const { id } = useParams<{ id: string }>();
  const at = useMoment();
  const query = useDraw(id, at);
  const { isRefetchError, dataUpdatedAt } = query;
  const draw = query.data?.data;
  const { view } = useAddress();
  const seesTickets = useMay('listDrawTickets') && at === null;
  const isList = seesTickets && (view === 'tickets' || view === 'winners');
  const dues = view === 'winners' && draw && draw.status !== 'void' ? draw.dues : null;
  return (
    <Screen
      title={draw ? formatWhen(draw.drawsAt, Date.parse(draw.now)).replace(/:00$/, '') : words.nowhere}
      beside={
        <>
          {draw && <DrawMarks of={draw} />}
          {draw && at === null && <BesideDraws of={draw} to={(other) => `/draws/${other}`} />}
        </>
      }
      {...(seesTickets && draw && { views: viewsOf(draw) })}
      heard={at === null ? { heardAt: dataUpdatedAt || null, isStale: isRefetchError } : undefined}
      rows={`${'auto '.repeat(isList ? 2 + Number(dues !== null) : Number(at !== null))}minmax(0, 1fr)`}
    >
      {at !== null && <MomentBand at={at} />}
      {isList && draw ? (
        <>
          <DrawHead of={draw} />
          {dues && <WinnerFigures of={draw} dues={dues} />}
          <DrawTickets key={view} of={draw} winners={view === 'winners'} />
        </>
      ) : (
        <StaleContext value={isRefetchError}>
          {!draw && <NoAnswer of={query} />}
          {draw && <DrawBody of={draw} isPast={at !== null} isPage />}
        </StaleContext>
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
