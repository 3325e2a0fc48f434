import { listDrawTickets } from '#contract/calls/operator/draws.ts';
import { betTypes } from '#domain/bet-types.ts';
import { useApi } from '#console/api/queries.ts';
import { Figure, Figures, Opens } from '#console/kit/Figure.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { amount, none, percent } from '#console/values/amounts.ts';
import { formatSpan } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import styles from './DrawHead.module.css';
import { stepAt, type OpenedDraw } from './late.tsx';

const { winning: says } = words;

interface WinnerFiguresProps {
  readonly of: OpenedDraw;
  readonly dues: NonNullable<OpenedDraw['dues']>;
}

/** The winners of a draw in three figures: how many there are, the largest winning, and what is still owed. */
export function WinnerFigures({ of: draw, dues }: WinnerFiguresProps) {
  const { total } = draw;
  const rest = dues.owedAmount - dues.paidAmount;
  const owed = amount(dues.owedAmount);
  return (
    <div className={styles.three}>
      <Panel>
        <Figures>
          <Figure
            label={dues.players === null ? says.tickets : says.ticketsAndPlayers}
            value={[dues.owed, ...(dues.players === null ? [] : [dues.players])]
              .map((count) => amount(count))
              .join(' · ')}
            note={
              total.tickets > 0
                ? says.shareOf(percent(dues.owed / total.tickets), percent(chanceOf(draw) / total.tickets))
                : undefined
            }
          />
        </Figures>
      </Panel>
      <Panel>
        <Figures>
          <Largest of={draw} dues={dues} />
        </Figures>
      </Panel>
      <Panel>
        <Figures>
          <Figure
            label={says.owed}
            value={amount(rest)}
            note={dues.owed === 0 ? undefined : rest === 0 ? says.paid(owed, paidWithin(draw)) : says.of(owed)}
          />
        </Figures>
      </Panel>
    </div>
  );
}

/** How many of its tickets were to be expected to win, by the rules. */
function chanceOf({ sales }: OpenedDraw): number {
  return sales.reduce((sum, { name, tickets }) => {
    const [part, whole] = betTypes[name].probability;
    return sum + (tickets * part) / whole;
  }, 0);
}

/** How long after the result the last winning was paid; null where that is not known. */
function paidWithin(draw: OpenedDraw): string | null {
  const paidAt = stepAt(draw, 'paid');
  const drawnAt = stepAt(draw, 'drawn');
  return paidAt === null || drawnAt === null ? null : formatSpan(Date.parse(paidAt) - Date.parse(drawnAt), true);
}

/** The first of the winners, whatever the list below is filtered by. */
function Largest({ of: { id }, dues }: WinnerFiguresProps) {
  const { data, error, refetch } = useApi(
    listDrawTickets,
    { params: { id }, query: { winners: 'yes', limit: '1' } },
    { enabled: dues.owed > 0, staleTime: Infinity },
  );
  const largest = data?.data[0];
  if (error !== null && !largest) return <Problem error={error} again={() => void refetch()} />;
  if (dues.owed === 0) return <Figure label={says.largest} value={none} note={words.tickets.noWinners} />;
  return (
    <Figure
      label={says.largest}
      value={largest ? amount(largest.paid) : '\u00A0'}
      note={
        largest ? (
          <>
            {largest.name},{' '}
            <Opens to={`/players/${largest.clientId}`}>{largest.player ?? `#${largest.clientId}`}</Opens>,{' '}
            {says.stake(amount(largest.stake))}
          </>
        ) : (
          '\u00A0'
        )
      }
    />
  );
}
