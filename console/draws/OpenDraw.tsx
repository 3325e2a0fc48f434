import { getDraw } from '#contract/calls/operator/draws.ts';
import { useApi } from '#console/api/queries.ts';
import { LinkButton } from '#console/kit/Button.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { Tag } from '#console/kit/Status.tsx';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import { DrawActs } from './DrawActs.tsx';
import { DrawBody } from './DrawBody.tsx';
import { DrawStatus, LateStep, type OpenedDraw } from './late.tsx';

const renewedEvery = 3_000;

/** One draw of the API, refreshed while it is shown; a draw as it was at a moment is not refreshed. */
export function useDraw(id: string, at: string | null = null) {
  return useApi(
    getDraw,
    { params: { id }, query: at === null ? {} : { at } },
    { refetchInterval: at === null && renewedEvery },
  );
}

/** A draw that is open beside the list. */
export function OpenDraw({ id }: { readonly id: string }) {
  const query = useDraw(id);
  const draw = query.data?.data;
  return (
    <OpenPanel
      title={draw ? words.one(formatFull(draw.drawsAt)) : ''}
      beside={draw && <DrawMarks of={draw} />}
      isStale={query.isRefetchError}
      end={
        draw && (
          <>
            <DrawActs of={draw} />
            <LinkButton size="head" keys="Shift Enter" to={`/draws/${id}`}>
              {words.openPage}
            </LinkButton>
          </>
        )
      }
    >
      {!draw && <NoAnswer of={query} />}
      {draw && (
        <Scroll>
          <DrawBody of={draw} />
        </Scroll>
      )}
    </OpenPanel>
  );
}

/** Placed after the title: status, late step, stops. */
export function DrawMarks({ of: draw }: { readonly of: OpenedDraw }) {
  const isStopped = draw.status === 'open' && draw.stops.some(({ endedAt }) => endedAt === null);
  return (
    <>
      <DrawStatus of={draw} /> <LateStep of={draw} inFull /> {isStopped && <Tag tone="wait">{words.stopped}</Tag>}
    </>
  );
}
