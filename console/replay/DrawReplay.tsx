import { useParams } from 'wouter';
import { getDraw } from '#contract/calls/operator/draws.ts';
import { useApi } from '#console/api/queries.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { BesideDraws } from '#console/kit/BesideDraws.tsx';
import { LinkButton } from '#console/kit/Button.tsx';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/replay-draw.ts';
import { Moments } from './Moments.tsx';

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
          {draw && <BesideDraws of={draw} to={(other) => `/draws/${other}/replay`} />}
        </>
      }
    >
      {isList ? <EveryStep id={id} /> : draw ? <Moments key={id} of={draw} /> : <NoAnswer of={query} />}
    </Screen>
  );
}
