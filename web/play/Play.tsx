import { lazy, memo, Suspense, useCallback, useReducer, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { betNames, betTypes, highestMult, stakesOf, type BetName } from '#domain/bet-types.ts';
import { deriveResult } from '#domain/fair-draw/derive.ts';
import type { Francs } from '#domain/money.ts';
import { refuseStake } from '#domain/ticket.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { basket, useBasket, type BasketItem } from '#web/basket/basket.ts';
import { serverNow } from '#web/clock/clock.ts';
import { Page } from '#web/layout/Page.tsx';
import { useSession } from '#web/session/session.ts';
import { AmountInput } from '#web/values/AmountInput.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { formatTime, zoned } from '#web/values/format.ts';
import { formatMult } from '#web/tickets/odds.ts';
import { RadioCards } from '#ui/RadioCards.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/play.ts';
import { type ActiveBet, type ChangeBet, type LoadedTicket, changeBet, freshBet, nextSlot } from './active-bet.ts';
import { AddBar } from './AddBar.tsx';
import { DrawPicker } from './DrawPicker.tsx';
import { Hero } from './Hero.tsx';
import { missingFrom } from './missing.ts';
import { NumberPad } from './NumberPad.tsx';
import styles from './Play.module.css';
import { Example, Rule } from './Rule.tsx';
import { Slots } from './Slots.tsx';
import { useDrawChoice, useDrawsInARow } from './useDrawChoice.ts';

// A first visit has none and should not load their code.
const Shortcuts = lazy(() => import('./Shortcuts.tsx'));

export default function Play() {
  const [bet, dispatch] = useReducer(changeBet, 'IziOrder', freshBet);
  const [count, setCount] = useState(1);
  const [tried, setTried] = useState(false);
  const edited = useEditedItem(dispatch);
  const choice = useDrawChoice(bet, dispatch);
  const inARow = useDrawsInARow(choice.draw, count);
  const { items } = useBasket();
  const { signedIn } = useSession();
  const [, navigate] = useLocation();
  const isPending = choice.draw ? inARow.isPending : choice.isPending;
  const missing = missingFrom(bet, { draws: inARow.draws, isPending, basketSize: edited ? 0 : items.length });

  const change = useCallback<ChangeBet>((action) => {
    setTried(false);
    dispatch(action);
  }, []);

  function load(ticket: LoadedTicket) {
    change({ type: 'load', ticket });
  }

  function keep() {
    if (missing || inARow.draws.length === 0) return setTried(true);
    const { name, betAmount, selectedNumbers } = bet;
    const tickets = inARow.draws.map(({ id, fullDate }) => ({
      name,
      betAmount,
      selectedNumbers,
      drawId: id,
      fullDate,
    }));
    if (edited) {
      basket.update(edited.id, tickets[0]!);
      return navigate('/checkout');
    }
    basket.add(...tickets.map((ticket) => ({ id: newItemId(), ...ticket })));
    toast.success(
      words.added(
        name,
        tickets.map(({ fullDate }) => formatTime(fullDate)),
      ),
    );
    setCount(1);
    change({ type: 'reset' });
  }

  return (
    <Page title={words.title} hero={<Hero />}>
      <BetTypes chosen={bet.name} change={change} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Numbers bet={bet} change={change} />
          <div className={styles.shortcuts}>
            {(signedIn || items.length > 0) && (
              <Suspense>
                <Shortcuts bet={bet} onPlay={load} />
              </Suspense>
            )}
          </div>
        </div>
        <div className={styles.column}>
          <Amount name={bet.name} amount={bet.betAmount} change={change} tried={tried} />
          <DrawPicker bet={bet} change={change} choice={choice} count={edited ? null : count} onCount={setCount} />
          <AddBar
            bet={bet}
            count={count}
            missing={missing}
            tried={tried}
            pending={tried && isPending}
            edits={edited !== null}
            onAdd={keep}
          />
        </div>
      </div>
    </Page>
  );
}

// Memoized: a tap on a number renders neither the bet types nor the amounts again.
const BetTypes = memo(function BetTypes({ chosen, change }: { chosen: BetName; change: ChangeBet }) {
  return (
    <RadioCards
      label={words.betType}
      value={chosen}
      onChange={(name) => change({ type: 'chooseBetType', name })}
      options={betTypeOptions}
    />
  );
});

const betTypeOptions = betNames.map((name) => {
  const mult = formatMult(highestMult(betTypes[name]));
  return { value: name, label: name, note: name === 'IziOrder' ? words.upTo(mult) : mult };
});

function Numbers({ bet, change }: { bet: ActiveBet; change: ChangeBet }) {
  return (
    <Card>
      <Rule name={bet.name} />
      <Slots
        numbers={bet.selectedNumbers}
        next={nextSlot(bet)}
        onMove={(from, to) => change({ type: 'moveNumber', from, to })}
        onTakeOut={(number) => change({ type: 'toggleNumber', number })}
      />
      <p className={styles.hint} data-full={bet.full} role="status">
        {bet.full ? words.full : bet.name === 'IziOrder' && words.orderHint}
      </p>
      <NumberPad selected={bet.selectedNumbers} onTap={(number) => change({ type: 'toggleNumber', number })} />
      <div className={styles.tools}>
        <Button variant="secondary" onClick={() => change({ type: 'fillNumbers', numbers: quickPick(bet) })}>
          {words.quickPick}
        </Button>
        <Button variant="ghost" onClick={() => change({ type: 'undoNumbers' })}>
          {words.undo}
        </Button>
        <Button variant="ghost" onClick={() => change({ type: 'clearNumbers' })}>
          {words.clear}
        </Button>
      </div>
      <Example name={bet.name} />
    </Card>
  );
}

interface AmountProps {
  name: BetName;
  amount: Francs;
  change: ChangeBet;
  tried: boolean;
}

const Amount = memo(function Amount({ name, amount, change, tried }: AmountProps) {
  const betType = betTypes[name];
  const stakes = stakesOf(betType);
  const isWrong = tried && refuseStake(betType, amount) !== null;
  const error = amount === 0 ? words.missing.amount : words.missing.amountOf(betType);
  return (
    <Card>
      <Field label={words.amount} aside={words.range(betType)} error={isWrong && error}>
        <AmountInput
          value={amount || null}
          onChange={(chosen) => change({ type: 'chooseAmount', amount: chosen ?? 0 })}
          chips={stakes.length <= mostChips ? stakes : stakes.filter((stake) => roundStakes.includes(stake))}
        />
      </Field>
    </Card>
  );
});

const mostChips = 6;
const roundStakes = [100, 200, 500, 1_000, 2_000, 5_000];

/** As many different numbers as the ticket has slots, derived in the same way as a draw's result. */
function quickPick(bet: ActiveBet): string[] {
  const word = new Uint32Array(1);
  const order = deriveResult(() => crypto.getRandomValues(word)[0]!);
  return order.slice(0, bet.selectedNumbers.length).map(String);
}

/** `crypto.randomUUID` is missing where the site is opened without TLS, as on a developer's phone. */
function newItemId(): string {
  return uuidv7(serverNow(), crypto.getRandomValues(new Uint8Array(10)));
}

/** The basket item that the checkout sent here to be edited; it is loaded once. */
function useEditedItem(dispatch: ChangeBet): BasketItem | null {
  const state = useHistoryState<{ edit?: string } | null>();
  const { items } = useBasket();
  const [loaded, setLoaded] = useState<string | null>(null);
  const item = items.find(({ id }) => id === state?.edit) ?? null;
  if (item && item.id !== loaded) {
    setLoaded(item.id);
    dispatch({ type: 'load', ticket: { ...item, draw: zoned(item.fullDate) } });
  }
  return item;
}
