import { useParams } from 'wouter';
import { Screen } from '#console/frame/Screen.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { DrawActs } from './DrawActs.tsx';
import { DrawBody } from './DrawBody.tsx';
import { DrawMarks, useDraw } from './OpenDraw.tsx';

/** One draw on a page of its own. */
export default function Draw() {
  const { id = '' } = useParams<{ id: string }>();
  const { data, error, refetch, isRefetchError, dataUpdatedAt } = useDraw(id);
  const draw = data?.data;
  return (
    <Screen
      title={draw ? words.one(formatFull(draw.drawsAt)) : words.one('')}
      beside={draw && <DrawMarks of={draw} />}
      heard={{ heardAt: dataUpdatedAt || null, isStale: isRefetchError }}
    >
      <Panel fills isStale={isRefetchError} end={draw && <DrawActs of={draw} />}>
        {error !== null && !draw && <Problem error={error} again={() => void refetch()} />}
        {draw && (
          <Scroll>
            <DrawBody of={draw} />
          </Scroll>
        )}
      </Panel>
    </Screen>
  );
}
