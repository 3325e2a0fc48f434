import type { AnswerOf } from '#contract/endpoint.ts';
import type { getPlayerCare } from '#contract/operator/care.ts';
import { Facts } from '#console/kit/Facts.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { amount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/care.ts';

type Acts = AnswerOf<typeof getPlayerCare>['data']['acts'];

/** The worker's own acts about strong signs. */
export function WorkerActs({ of }: { readonly of: Acts }) {
  if (of.length === 0) return <Empty says={words.noAct} />;
  return (
    <div className="body">
      <Facts
        of={of.map(({ at, did, endsAt, limits, kinds }) => [
          <Time key="at" at={at} show="full" />,
          <span key="did">
            {words.until(limits ? words.limits(amount(limits.deposit), amount(limits.stake)) : words.did[did])}{' '}
            <Time at={endsAt} show="full" />
            <span className="small quiet"> · {kinds.map((kind) => words.kinds[kind]).join(' · ')}</span>
          </span>,
        ])}
      />
    </div>
  );
}
