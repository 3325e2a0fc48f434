import { useParams } from 'wouter';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { useMay } from '#console/api/useMay.ts';
import { Screen, type View } from '#console/frame/Screen.tsx';
import { LinkButton } from '#console/kit/Button.tsx';
import { MomentBand, useMoment } from '#console/kit/Moment.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { StaleContext } from '#console/kit/stale.ts';
import { formatClock, formatWhen } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { words as kitWords } from '#console/words/en/kit.ts';
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
  const hasFigures = view === 'winners' && draw !== undefined && draw.dues !== null && draw.status !== 'void';
  return (
    <Screen
      title={draw ? formatWhen(draw.drawsAt, Date.parse(draw.now)).replace(/:00$/, '') : words.nowhere}
      beside={
        <>
          {draw && <DrawMarks of={draw} />}
          {draw && at === null && <Beside of={draw} view={view} />}
        </>
      }
      {...(seesTickets && draw && { views: viewsOf(draw) })}
      heard={at === null ? { heardAt: dataUpdatedAt || null, isStale: isRefetchError } : undefined}
      rows={`${'auto '.repeat(isList ? 2 + Number(hasFigures) : Number(at !== null))}minmax(0, 1fr)`}
    >
      {at !== null && <MomentBand at={at} />}
      {isList && draw ? (
        <>
          <DrawHead of={draw} />
          {hasFigures && <WinnerFigures of={draw} />}
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

/** The draws before and after this one, at the same tab. */
function Beside({ of: { drawBefore, drawAfter }, view }: { readonly of: OpenedDraw; readonly view: string | null }) {
  return (
    [
      ['[', words.beside.before, drawBefore],
      [']', words.beside.after, drawAfter],
    ] as const
  ).map(
    ([keys, says, draw]) =>
      draw && (
        <LinkButton
          key={keys}
          size="head"
          keys={keys}
          says={kitWords.keys.beside}
          to={`/draws/${draw.id}${view === null ? '' : `?view=${view}`}`}
        >
          <VisuallyHidden>{`${says} ${formatClock(draw.drawsAt)}`}</VisuallyHidden>
          <span aria-hidden>{keys === '[' ? '‹' : '›'}</span>
        </LinkButton>
      ),
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
