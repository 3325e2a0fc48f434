import { memo } from 'react';
import type { Draw } from '#contract/draws.ts';
import { betTypes, highestMult, type BetName, type BetType } from '#domain/bet-types.ts';
import { RadioCards } from '#ui/RadioCards.tsx';
import { stopOf } from '#web/api/upcoming.ts';
import { formatMult } from '#web/tickets/odds.ts';
import { words } from '#web/words/en/play.ts';
import type { ChangeBet } from './active-bet.ts';
import styles from './BetTypes.module.css';

interface BetTypesProps {
  chosen: BetName;
  /** The draw that the ticket is for: bet types that it does not sell are greyed, and say why when they are chosen. */
  draw: Draw | null;
  change: ChangeBet;
}

/** Memoized: a tap on a number does not render them again. */
export const BetTypes = memo(function BetTypes({ chosen, draw, change }: BetTypesProps) {
  return (
    <RadioCards
      label={words.betType}
      value={chosen}
      onChange={(name) => change({ type: 'chooseBetType', name })}
      options={options.map((option) => ({ ...option, greyed: !!stopOf(draw, option.value) }))}
    />
  );
});

/** In how many of the nine places, from the first on, a number can win. */
export function winningPlaces({ hit, slots }: BetType): number {
  return hit.kind === 'top' ? hit.depth : slots;
}

/** The easiest to understand comes first. */
const easiestFirst = ['IziOne', 'IziABC', 'IziTwo', 'Izi2x', 'Izi3x', 'IziOrder'] as const satisfies BetName[];

const options = easiestFirst.map((name) => {
  const mult = formatMult(highestMult(betTypes[name]));
  return {
    value: name,
    label: name,
    note: name === 'IziOrder' ? words.upTo(mult) : mult,
    picture: <span className={styles.dots} data-wins={winningPlaces(betTypes[name])} />,
  };
});
