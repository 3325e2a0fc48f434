import { useParams } from 'wouter';
import { Screen } from '#console/frame/Screen.tsx';
import { MomentBand, MomentButton, useMoment } from '#console/kit/Moment.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { ReplayButton } from '#console/kit/ReplayButton.tsx';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { DrawActs } from './DrawActs.tsx';
import { DrawBody } from './DrawBody.tsx';
import { DrawMarks, useDraw } from './OpenDraw.tsx';

/** One draw on a page of its own, now or as it was at the moment in the address. */
export default function Draw() {
  const { id } = useParams<{ id: string }>();
  const at = useMoment();
  const { data, error, refetch, isRefetchError, dataUpdatedAt } = useDraw(id, at);
  const draw = data?.data;
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
      heard={at === null ? { heardAt: dataUpdatedAt || null, isStale: isRefetchError } : undefined}
      rows={at === null ? 'minmax(0, 1fr)' : 'auto minmax(0, 1fr)'}
    >
      {at !== null && <MomentBand at={at} />}
      <Panel fills title={words.panel} isStale={isRefetchError} end={draw && at === null && <DrawActs of={draw} />}>
        {error !== null && !draw && <Problem error={error} again={() => void refetch()} />}
        {draw && (
          <Scroll>
            <DrawBody of={draw} isPast={at !== null} />
          </Scroll>
        )}
      </Panel>
    </Screen>
  );
}
