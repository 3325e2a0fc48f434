import { useParams } from 'wouter';
import { getDraw } from '#contract/calls/operator/draws.ts';
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { useApi } from '#console/api/queries.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { LinkButton } from '#console/kit/Button.tsx';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { formatClock, formatFull } from '#console/values/time.ts';
import { words as kitWords } from '#console/words/en/kit.ts';
import { words } from '#console/words/en/replay-draw.ts';
import { Moments, type ReplayedDraw } from './Moments.tsx';

const EveryStep = lazySheet(async () => (await import('./EveryStep.tsx')).EveryStep);

/** The life of a draw: a bar over its last minutes, and every step as a list. */
export default function DrawReplay() {
  const { id } = useParams<{ id: string }>();
  const { view, filters, open } = useAddress();
  const query = useApi(getDraw, { params: { id }, query: {} }, { refetchOnWindowFocus: false });
  const draw = query.data?.data;
  const isList = view === 'steps' || filters['by'] !== undefined || open !== null;
  return (
    <Screen
      title={words.title(draw ? formatFull(draw.drawsAt) : '')}
      rows={isList ? 'auto minmax(0, 1fr)' : 'minmax(0, 1fr)'}
      flows={!isList}
      views={[
        { name: words.views.bar, search: '' },
        { name: words.views.steps, search: 'view=steps' },
      ]}
      beside={
        <>
          <LinkButton size="head" to={`/draws/${id}`}>
            {words.toDraw}
          </LinkButton>
          {draw && <Beside of={draw} view={view} />}
        </>
      }
    >
      {isList ? <EveryStep id={id} /> : draw ? <Moments key={id} of={draw} /> : <NoAnswer of={query} />}
    </Screen>
  );
}

/** The replays of the draws before and after this one. */
function Beside({ of: { drawBefore, drawAfter }, view }: { readonly of: ReplayedDraw; readonly view: string | null }) {
  return (
    [
      ['[', words.before, drawBefore],
      [']', words.after, drawAfter],
    ] as const
  ).map(
    ([keys, says, draw]) =>
      draw && (
        <LinkButton
          key={keys}
          size="head"
          keys={keys}
          says={kitWords.keys.beside}
          to={`/draws/${draw.id}/replay${view === null ? '' : `?view=${view}`}`}
        >
          <VisuallyHidden>{`${says} ${formatClock(draw.drawsAt)}`}</VisuallyHidden>
          <span aria-hidden>{keys === '[' ? '‹' : '›'}</span>
        </LinkButton>
      ),
  );
}
