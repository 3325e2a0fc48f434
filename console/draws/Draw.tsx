import { useParams } from 'wouter';
import { useMay } from '#console/api/useMay.ts';
import { Screen, type View } from '#console/frame/Screen.tsx';
import { BesideDraws } from '#console/kit/BesideDraws.tsx';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
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

const Proof = lazySheet(async () => (await import('./Proof.tsx')).Proof);

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
  const isProof = at === null && view === 'proof';
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
      {...(at === null && draw && { views: viewsOf(draw, seesTickets) })}
      heard={at === null ? { heardAt: dataUpdatedAt || null, isStale: isRefetchError } : undefined}
      rows={`${'auto '.repeat(isList ? 2 + Number(dues !== null) : Number(at !== null || isProof))}minmax(0, 1fr)`}
    >
      {at !== null && <MomentBand at={at} />}
      {isList && draw ? (
        <>
          <DrawHead of={draw} />
          {dues && <WinnerFigures of={draw} dues={dues} />}
          <DrawTickets key={view} of={draw} winners={view === 'winners'} />
        </>
      ) : isProof && draw ? (
        <>
          <DrawHead of={draw} />
          <Proof key={id} of={draw} />
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

/** The tabs of a draw: the whole, its tickets, its winners once they are known, and its proof. */
function viewsOf({ total }: OpenedDraw, seesTickets: boolean): readonly View[] {
  const { views } = words;
  return [
    { name: views.all, search: '' },
    ...(seesTickets ? [{ name: views.tickets, search: 'view=tickets', count: total.tickets }] : []),
    ...(seesTickets && total.won !== null ? [{ name: views.winners, search: 'view=winners', count: total.won }] : []),
    { name: views.proof, search: 'view=proof' },
  ];
}
