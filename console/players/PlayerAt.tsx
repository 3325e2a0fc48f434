import { getPlayerWallets } from '#contract/calls/operator/explanation.ts';
import { useApi } from '#console/api/queries.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Figure, Figures } from '#console/kit/Figure.tsx';
import { MomentBand } from '#console/kit/Moment.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { amount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/players.ts';
import { Origin } from './Origin.tsx';
import { Statement, TabLinks } from './PlayerTabs.tsx';

interface PlayerAtProps {
  readonly id: number;
  readonly at: string;
}

const tabs = ['statement', 'origin'] as const;
const accounts = ['dep', 'win', 'held', 'owed'] as const;

/**
 * A player's wallets as they were at a moment: their amounts, the origins, and the statement until then. There are no
 * acts here.
 */
export function PlayerAt({ id, at }: PlayerAtProps) {
  const { view } = useAddress();
  const open = tabs.find((tab) => tab === view) ?? 'statement';
  const query = useApi(
    getPlayerWallets,
    { params: { id: String(id) }, query: { at } },
    { select: (answer) => answer.data },
  );
  const { data } = query;
  return (
    <Screen title={`${words.one} ${id}`} rows="auto auto minmax(0, 1fr)" flows>
      <MomentBand at={at} />
      <Panel>
        <NoAnswer of={query} />
        {data && (
          <Figures>
            {accounts.map((account) => (
              <Figure key={account} label={words.asItWas[account]} value={amount(data[account])} />
            ))}
          </Figures>
        )}
      </Panel>
      {data && (
        <Panel fills>
          <TabLinks tabs={tabs} open={open} />
          {open === 'origin' ? <Origin id={id} at={at} /> : <Statement id={id} until={at} />}
        </Panel>
      )}
    </Screen>
  );
}
