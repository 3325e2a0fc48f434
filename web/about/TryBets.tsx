import { Fragment, useState } from 'react';
import { betTypes, highestMult, type BetName } from '#domain/bet-types.ts';
import { formatFrancs } from '#domain/money.ts';
import { outcomeOf, payoutOf } from '#domain/outcome.ts';
import { Balls } from '#web/tickets/Balls.tsx';
import { formatMult, formatOneIn, formatPercent } from '#web/tickets/odds.ts';
import { byRisk, RiskGauge } from '#web/tickets/RiskGauge.tsx';
import { shuffle } from '#web/tickets/shuffle.ts';
import { whyOf } from '#web/tickets/why.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Fact, Facts } from '#ui/Facts.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { words } from '#web/words/en/try-bets.ts';
import styles from './TryBets.module.css';

/** The results that were drawn: one, or the payouts of a hundred. */
type Drawn =
  | { readonly kind: 'once'; readonly result: readonly string[] }
  | { readonly kind: 'hundred'; readonly paid: readonly number[] };

/** As on Play: the one with the lowest risk first. */
const options = byRisk.map((name, index) => ({
  value: name,
  label: name,
  note: formatMult(highestMult(betTypes[name])),
  mark: <RiskGauge rank={index + 1} />,
}));

/** The numbers of every example, as many as a bet has slots. */
const numbersOf = (name: BetName) => Array.from('725139486').slice(0, betTypes[name].slots);

/** Draws for each bet type, made on this device alone: nothing is staked, kept or counted. */
export default function TryBets() {
  const [name, setName] = useState<BetName>('IziOne');
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [draws, setDraws] = useState(0);
  const betType = betTypes[name];
  const numbers = numbersOf(name);
  const isHundred = drawn?.kind === 'hundred';
  const payout = (result: readonly string[]) =>
    payoutOf(betType, numbers.map(Number), betType.minStake, result.map(Number));

  function draw(what: Drawn) {
    setDrawn(what);
    // Each draw is a new element, which shows its motion from the beginning.
    setDraws((draws) => draws + 1);
  }

  return (
    <div className={styles.try}>
      <RadioCards
        label={words.betType}
        value={name}
        options={options}
        onChange={(chosen) => {
          setName(chosen);
          setDrawn(null);
        }}
      />
      <Card surface="well" className={styles.drawn}>
        <div className={styles.head}>
          <h2>{isHundred ? words.hundredOn(numbers, formatFrancs(betType.minStake)) : words.oneOn(name, numbers)}</h2>
          {!isHundred && <span>{words.oneIn(formatOneIn(betType.probability))}</span>}
        </div>
        {/* The region stays: a screen reader says only what changes in one that is there. */}
        <div className={styles.result} role="status">
          <Fragment key={draws}>
            {!drawn && <p>{words.idle}</p>}
            {drawn?.kind === 'once' && (
              <>
                <div className={styles.balls}>
                  <Balls numbers={drawn.result} hits={hitsOf(name, numbers, drawn.result)} mine={numbers} />
                </div>
                <p>{whyOf({ name, selectedNumbers: numbers, result: drawn.result })}</p>
              </>
            )}
            {drawn?.kind === 'hundred' && <Hundred name={name} paid={drawn.paid} />}
          </Fragment>
        </div>
        <div className={styles.actions}>
          <Button
            variant={isHundred ? 'secondary' : 'strong'}
            onClick={() => draw({ kind: 'once', result: shuffle() })}
          >
            {words.once}
          </Button>
          <Button
            variant={isHundred ? 'strong' : 'secondary'}
            onClick={() => draw({ kind: 'hundred', paid: Array.from({ length: hundred }, () => payout(shuffle())) })}
          >
            {words.hundred}
          </Button>
        </div>
      </Card>
    </div>
  );
}

const hundred = 100;

/** Which places of a result are hits. */
function hitsOf(name: BetName, numbers: readonly string[], result: readonly string[]): boolean[] {
  const { places } = outcomeOf(betTypes[name], numbers.map(Number), result.map(Number));
  return result.map((number) => places[numbers.indexOf(number)] ?? false);
}

function Hundred({ name, paid }: { name: BetName; paid: readonly number[] }) {
  const { minStake, rtp } = betTypes[name];
  const staked = minStake * hundred;
  const back = paid.reduce((sum, one) => sum + one, 0);
  const net = back - staked;
  return (
    <>
      <div className={styles.dots} aria-hidden="true">
        {paid.map((one, index) => (
          // The key is the place: the draws of a hundred have no other name.
          <i key={index} data-won={one > 0} style={{ animationDelay: `${index * 10}ms` }} />
        ))}
      </div>
      <Facts>
        <Fact name={words.won}>{words.wonOf(paid.filter((one) => one > 0).length)}</Fact>
        <Fact name={words.staked}>{formatFrancs(staked)}</Fact>
        <Fact name={words.paid}>{formatFrancs(back)}</Fact>
      </Facts>
      <Facts ruled>
        <Fact name={words.net}>
          <b>{(net < 0 ? '−' : '') + formatFrancs(Math.abs(net))}</b>
        </Fact>
      </Facts>
      <p>{words.returned(formatPercent(rtp))}</p>
    </>
  );
}
