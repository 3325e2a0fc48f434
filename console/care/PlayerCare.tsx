import { getPlayerCare, listCareCases, createCareCase } from '#contract/calls/operator/care.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Opens } from '#console/kit/Figure.tsx';
import { OneAct } from '#console/kit/OneAct.tsx';
import { Scroll, Section } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/care.ts';
import { Signs } from './Signs.tsx';
import { WorkerActs } from './WorkerActs.tsx';

/** One player's signs as of now, cases, and what the worker did. Support, which sees its own cases alone, has none of it here. */
export function PlayerCare({ id }: { readonly id: number }) {
  const may = useMay('createCareCase');
  const params = { id: String(id) };
  const care = useApi(getPlayerCare, { params }, { refetchOnWindowFocus: false, select: ({ data }) => data });
  const cases = useApi(listCareCases, { query: { client: String(id) } }, { select: ({ data }) => data });
  const mayOpen = may && cases.data?.every(({ closedAt }) => closedAt !== null) === true;
  if (care.error) return <NoAnswer of={care} />;
  return (
    <Scroll>
      {care.data && (
        <Section title={words.signsNow} bare>
          <Signs label={words.signsNow} of={care.data.indicators} />
        </Section>
      )}
      <Section
        title={words.cases}
        end={
          <SheetButton
            when={mayOpen}
            size="head"
            writes
            sheet={(close) => (
              <OneAct
                made={createCareCase}
                about={String(id)}
                input={(reason) => ({ body: { clientId: id, reason } })}
                done={words.start.done}
                onDone={() => void cases.refetch()}
                onClose={close}
                title={words.start.title}
                intro={words.start.intro}
                button={words.start.do}
              />
            )}
          >
            {words.start.button}
          </SheetButton>
        }
      >
        {cases.data?.length === 0 && <span className="small quiet">{words.none}</span>}
        {cases.data?.map((one) => (
          <p key={one.id}>
            <Opens to={`/care?open=${one.id}`}>{words.one(one.id)}</Opens> <Time at={one.openedAt} show="full" />
            {' · '}
            {one.outcome === null ? words.open : words.outcomes[one.outcome]}
          </p>
        ))}
      </Section>
      {care.data && (
        <Section title={words.acts} bare>
          <WorkerActs of={care.data.acts} />
        </Section>
      )}
    </Scroll>
  );
}
