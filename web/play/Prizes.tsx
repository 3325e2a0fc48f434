import type { ReactNode } from 'react';
import { highestMult, type BetType } from '#domain/bet-types.ts';
import { chanceOf } from '#domain/chance.ts';
import { formatAmount, formatFrancs, type Francs } from '#domain/money.ts';
import { formatMult, formatOneIn } from '#web/tickets/odds.ts';
import { words } from '#web/words/en/play-parts.ts';
import styles from './Prizes.module.css';

interface PrizesProps {
  betType: BetType;
  /** Null where it cannot be staked: multiples stand for sums then. */
  stake: Francs | null;
  /** How a chance is said. */
  oneIn: (oneIn: string) => string;
  /** Opens what each count pays. */
  onOpen: () => void;
}

/** The highest and the lowest prize of a bet type that has several: one size, and each with its own chance. */
export default function Prizes({ betType, stake, oneIn, onOpen }: PrizesProps) {
  const { tiers, probability } = betType;
  const sumOf = (mult: number, format: (francs: Francs) => string) =>
    stake === null ? formatMult(mult) : format(stake * mult);
  return (
    <span className={styles.prizes}>
      <Prize
        name={words.topPrize}
        sum={sumOf(highestMult(betType), formatFrancs)}
        chance={oneIn(formatOneIn(chanceOf(betType, tiers.at(-1)!.hits)))}
      />
      <Prize
        name={words.smallestPrize}
        sum={words.andUp(sumOf(tiers[0]!.mult, formatAmount))}
        chance={oneIn(formatOneIn(probability))}
        onOpen={onOpen}
      />
    </span>
  );
}

interface PrizeProps {
  name: string;
  sum: string;
  chance: string;
  onOpen?: () => void;
}

function Prize({ name, sum, chance, onOpen }: PrizeProps): ReactNode {
  const said = (
    <>
      {name}
      <strong>{sum}</strong>
      <em>{chance}</em>
    </>
  );
  return onOpen ? (
    <button type="button" aria-haspopup="dialog" onClick={onOpen}>
      {said}
    </button>
  ) : (
    <span>{said}</span>
  );
}
