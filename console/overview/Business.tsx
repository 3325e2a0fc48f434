import type { getBusiness } from '#contract/calls/operator/overview.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useMay } from '#console/api/useMay.ts';
import { Opens } from '#console/kit/Figure.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { amount, difference, growth, percent } from '#console/values/amounts.ts';
import { dayOf, formatWeekday } from '#console/values/time.ts';
import { words as all } from '#console/words/en/overview.ts';
import styles from './Overview.module.css';

const words = all.business;

type Day = OperatorAnswer<typeof getBusiness>['data']['today'];

interface BusinessProps {
  /** Undefined before the first answer: the figures have their places. */
  readonly of: OperatorAnswer<typeof getBusiness>['data'] | undefined;
  readonly now: number;
}

/** A range of returns beyond this share of the stakes says nothing yet. */
const widestBand = 3;

const ggr = ({ stakes, payouts }: Day) => stakes - payouts;

/** Today's business so far, each figure against yesterday and last week at the same time of day. */
export function Business({ of: business, now }: BusinessProps) {
  const seesPayments = useMay('listOperatorPayments');
  const seesPlayers = useMay('listPlayers');
  const today = dayOf(now);
  const draws = `/draws?day=${today}&status=settled`;
  const payments = (direction: string) => seesPayments && `/payments?view=all&day=${today}&direction=${direction}`;
  const figures = [
    { name: 'stakes', of: (day: Day) => day.stakes, to: draws },
    { name: 'payouts', of: (day: Day) => day.payouts, to: draws },
    { name: 'ggr', of: ggr, to: draws },
    null,
    { name: 'players', of: (day: Day) => day.players, to: seesPlayers && '/players' },
    { name: 'newPlayers', of: (day: Day) => day.newPlayers, to: seesPlayers && '/players', isCount: true },
    { name: 'deposits', of: (day: Day) => day.deposits, to: payments('deposit') },
    { name: 'withdrawals', of: (day: Day) => day.withdrawals, to: payments('withdrawal') },
  ] as const;
  const fair = business?.fair ?? null;
  const ofFair = (value: number) => percent(fair && value / fair.stakes, 0);
  const sayBand = () => {
    if (!fair) return '–';
    return fair.high > widestBand * fair.stakes ? words.noBand : words.band(ofFair(fair.low), ofFair(fair.high));
  };
  const lastWeek = words.lastWeek(formatWeekday(now - 7 * 24 * 3_600_000).split(' ')[0]!);
  return (
    <Panel>
      <ul className={styles.business} aria-label={words.title}>
        {figures.map((figure) => {
          if (figure === null) {
            return (
              <li key="return" title={words.basis}>
                <span>{words.names.return}</span>
                <b>{percent(business && business.today.payouts / business.today.stakes)}</b>
                <small>{words.expected(percent(fair && fair.expected / fair.stakes))}</small>
                <small>{sayBand()}</small>
              </li>
            );
          }
          const { name, of, to } = figure;
          const compare = 'isCount' in figure ? countMore : growth;
          const value = amount(business && of(business.today));
          return (
            <li key={name} title={to === draws ? words.basis : undefined}>
              <span>{words.names[name]}</span>
              <b>{to === false ? value : <Opens to={to}>{value}</Opens>}</b>
              <small>
                <b>{business ? compare(of(business.today), of(business.yesterday)) : '–'}</b> {words.yesterday}
              </small>
              <small>
                <b>{business ? compare(of(business.today), of(business.lastWeek)) : '–'}</b> {lastWeek}
              </small>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const countMore = (value: number, before: number) => difference(value - before);
