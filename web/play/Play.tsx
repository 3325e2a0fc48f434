import { memo, useCallback, useMemo, useReducer, useRef, useState, useSyncExternalStore, type Ref } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { betTypes, type BetName, type BetType } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { refuseStake } from '#domain/ticket.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { basket, useBasket, type BasketItem } from '#web/basket/basket.ts';
import { serverNow } from '#web/clock/clock.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { Page } from '#web/layout/Page.tsx';
import { useSession } from '#web/session/session.ts';
import { isKnown } from '#web/storage/known.ts';
import { shuffle } from '#web/tickets/shuffle.ts';
import { AmountInput } from '#web/values/AmountInput.tsx';
import { Button } from '#ui/Button.tsx';
import { useHash } from '#ui/Link.tsx';
import { formatTime, zoned } from '#web/values/format.ts';
import { words } from '#web/words/en/play.ts';
import {
  type ActiveBet,
  type ChangeBet,
  type LoadedTicket,
  changeBet,
  filledCount,
  followsNextDraw,
  freshBet,
  nextSlot,
} from './active-bet.ts';
import { AddBar, messageId } from './AddBar.tsx';
import { BetTypes } from './BetTypes.tsx';
import { DrawPicker } from './DrawPicker.tsx';
import { Hero, HeroCurve, OverHero } from './Hero.tsx';
import { keepLastTicket, useLastTicket } from './last-ticket.ts';
import { missingFrom } from './missing.ts';
import { NumberPad } from './NumberPad.tsx';
import styles from './Play.module.css';
import { Rule } from './Rule.tsx';
import { Slots } from './Slots.tsx';
import { useDrawChoice, useDrawsInARow } from './useDrawChoice.ts';

// A first visit has none of it and should not load its code.
const Tools = lazyPart(() => import('./Tools.tsx'));
const Waiting = lazyPart(() => import('./Waiting.tsx'), {
  // In the line that is kept for it.
  renderBroken: ({ again, isTrying }) => (
    <Button size="s" variant="ghost" pending={isTrying} onClick={again}>
      {words.waitingLost}
    </Button>
  ),
});
// Fills in a ticket from a shared link.
const Invited = lazyPart(() => import('./Invited.tsx'));
// A phone does not need the head of the ticket either: it has no room for it.
const Ticket = lazyPart(() => import('./Ticket.tsx'));

// The same elements in every render: a tap renders none of them again.
const curve = <HeroCurve />;
const over = <OverHero />;
const waiting = <Waiting />;

export default function Play() {
  const [bet, dispatch] = useReducer(changeBet, firstBetType, freshBet);
  const [acts, setActs] = useState(0);
  const [count, setCount] = useState(1);
  const [tried, setTried] = useState(false);
  const [tapped, setBall] = useState<string | null>('');
  const [added, setAdded] = useState('');
  const [showsTiers, setShowsTiers] = useState(false);
  const state = useHistoryState<{ edit?: string } | null>();
  const edited = useEditedItem(state?.edit, dispatch);
  const lastTicket = useLastTicket();
  useLastBetType(edited ? undefined : lastTicket?.name, dispatch);
  const choice = useDrawChoice(bet, dispatch, acts);
  const inARow = useDrawsInARow(choice.draw, count);
  const { items } = useBasket();
  const { signedIn } = useSession();
  // A try is offered to somebody who has neither signed in nor made a ticket here.
  const ball = useIsKnown() || signedIn || lastTicket ? null : tapped;
  const isWide = useIsWide();
  const hash = useHash();
  const [, navigate] = useLocation();
  const pad = useRef<HTMLDivElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const isPending = choice.draw ? inARow.isPending : choice.isPending;
  const missing = missingFrom(bet, { draws: inARow.draws, isPending, basketSize: edited ? 0 : items.length });

  const change = useCallback<ChangeBet>((action) => {
    setTried(false);
    setAdded('');
    setActs((acts) => acts + 1);
    dispatch(action);
  }, []);

  const screen = useRef<HTMLDivElement>(null);
  const hero = useMemo(
    () => (
      <Hero
        ball={ball}
        onBall={setBall}
        onPlay={(number) => {
          setBall(null);
          const { minStake: betAmount } = betTypes[firstBetType];
          change({ type: 'load', ticket: { name: firstBetType, selectedNumbers: [number], betAmount } });
          screen.current?.scrollIntoView();
        }}
      />
    ),
    [ball, change],
  );
  const load = useCallback((ticket: LoadedTicket) => change({ type: 'load', ticket }), [change]);

  function keep() {
    if (missing || inARow.draws.length === 0) {
      setTried(true);
      const field = { selectedNumbers: pad.current, betAmount: amount.current };
      if (missing?.field) show(field[missing.field]);
      return;
    }
    const { name, betAmount, selectedNumbers } = bet;
    const tickets = inARow.draws.map(({ id, fullDate }) => ({
      name,
      betAmount,
      selectedNumbers,
      drawId: id,
      fullDate,
      follows: followsNextDraw(bet) || (edited?.follows && edited.drawId === id),
      movedFrom: undefined,
    }));
    if (edited) {
      basket.update(edited.id, tickets[0]!);
      return navigate('/checkout');
    }
    basket.add(...tickets.map((ticket) => ({ id: newItemId(), ...ticket })));
    keepLastTicket(bet);
    setCount(1);
    change({ type: 'reset' });
    setAdded(
      words.added(
        name,
        tickets.map(({ fullDate }) => formatTime(fullDate)),
      ),
    );
  }

  const news =
    choice.closedTime && choice.draw && filledCount(bet) > 0
      ? words.closed(choice.closedTime, formatTime(choice.draw.fullDate))
      : '';
  return (
    <Page title={words.title} hero={hero} curve={curve} over={!ball && over}>
      <div ref={screen} className={styles.screen} data-busy={filledCount(bet) > 0}>
        {hash.startsWith('#play=') && (
          <Invited
            key={hash}
            hash={hash}
            isFresh={filledCount(bet) === 0 && bet.betAmount === freshBet(bet.name).betAmount}
            hasNumbers={filledCount(bet) > 0}
            onPlay={load}
          />
        )}
        <div className={styles.waiting}>{signedIn && waiting}</div>
        <BetTypes chosen={bet.name} draw={choice.draw} change={change} />
        <div className={styles.play}>
          <div className={styles.pick}>
            <Numbers ref={pad} bet={bet} change={change} />
          </div>
          <div className={styles.ticket}>
            <div className={styles.paper}>
              <div className={styles.head}>
                {isWide && <Ticket bet={bet} drawsAt={choice.draw?.fullDate ?? null} count={count} />}
              </div>
              <Amount
                key={bet.name}
                ref={amount}
                name={bet.name}
                amount={bet.betAmount}
                change={change}
                tried={tried}
              />
              <DrawPicker bet={bet} change={change} choice={choice} count={edited ? null : count} onCount={setCount} />
            </div>
            <AddBar
              bet={bet}
              count={count}
              missing={missing?.text ?? ''}
              tried={tried}
              pending={tried && isPending}
              news={added || news}
              edits={edited !== null}
              onTiers={setShowsTiers}
              onAdd={keep}
            />
          </div>
          <div className={styles.tools}>
            {(signedIn || lastTicket || state || acts > 0) && (
              <Tools
                bet={bet}
                last={lastTicket}
                drawsAt={missing ? undefined : choice.draw?.fullDate}
                edits={edited !== null}
                count={count}
                onCount={setCount}
                isFresh={acts === 0}
                showsTiers={showsTiers}
                onTiers={setShowsTiers}
                change={change}
              />
            )}
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Scrolls to the missing input, unless it is visible, and focuses it or the first key in it. */
function show(field: HTMLElement | null): void {
  field?.scrollIntoView({ block: 'nearest' });
  (field?.querySelector('button') ?? field)?.focus({ preventScroll: true });
}

interface NumbersProps {
  ref: Ref<HTMLDivElement>;
  bet: ActiveBet;
  change: ChangeBet;
}

function Numbers({ ref, bet, change }: NumbersProps) {
  const { name, selectedNumbers } = bet;
  const next = nextSlot(bet);
  return (
    <>
      <Rule name={name} />
      <Slots
        name={name}
        numbers={selectedNumbers}
        next={next}
        onOrder={(numbers) => change({ type: 'fillNumbers', numbers })}
        onTakeOut={(number) => change({ type: 'toggleNumber', number })}
      />
      <NumberPad
        ref={ref}
        selected={selectedNumbers}
        onTap={(number) => change({ type: 'toggleNumber', number })}
        onQuickPick={() => change({ type: 'fillNumbers', numbers: shuffle().slice(0, selectedNumbers.length) })}
      />
    </>
  );
}

interface AmountProps {
  ref: Ref<HTMLInputElement>;
  name: BetName;
  amount: Francs;
  change: ChangeBet;
  tried: boolean;
}

/** Memoized: a tap on a number does not render it again. */
const Amount = memo(function Amount({ ref, name, amount, change, tried }: AmountProps) {
  const betType = betTypes[name];
  // An amount below the minimum may still be on its way: 5 to 500.
  const isWrong = refuseStake(betType, amount) !== null && (tried || amount >= betType.minStake);
  return (
    <AmountInput
      ref={ref}
      value={amount || null}
      // A text that is no amount becomes NaN: it cannot be staked, and the field is not empty.
      onChange={(chosen, isUnread) => change({ type: 'chooseAmount', amount: isUnread ? NaN : (chosen ?? 0) })}
      // A finger may touch what the bar leaves of it.
      onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
      chips={chipsOf(betType)}
      other={words.otherAmount}
      // The bar says in words what is wrong.
      aria-invalid={isWrong || undefined}
      aria-describedby={messageId}
      aria-label={words.amount}
    />
  );
});

const chipRows = [
  [100, 300, 500],
  [300, 600, 900, 1_500],
];

/** The first row of round amounts that can all be staked. */
function chipsOf(betType: BetType): readonly Francs[] {
  return chipRows.find((row) => row.every((stake) => refuseStake(betType, stake) === null)) ?? [];
}

/** `crypto.randomUUID` is missing where the site is opened without TLS, as on a developer's phone. */
function newItemId(): string {
  return uuidv7(serverNow(), crypto.getRandomValues(new Uint8Array(10)));
}

/** Whether the ticket has its head; not known on the prerendered first render. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    whenWide,
    () => wide().matches,
    () => false,
  );
}

const wide = () => matchMedia('(min-width: 900px)');

function whenWide(listener: () => void): () => void {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether somebody has played on this device; not known on the prerendered first render. */
function useIsKnown(): boolean {
  return useSyncExternalStore(whenNever, isKnown, () => false);
}

const whenNever = () => () => {};

/** The bet type of a first visit. */
const firstBetType = 'IziOne';

/** A returning player starts with the bet type of the last ticket. The prerendered page does not know it, so the next render sets it. */
function useLastBetType(name: BetName | undefined, dispatch: ChangeBet): void {
  const [begun, setBegun] = useState(false);
  if (!name || begun) return;
  setBegun(true);
  dispatch({ type: 'chooseBetType', name });
}

/** The basket item that the checkout sent here to be edited; it is loaded once. */
function useEditedItem(edit: string | undefined, dispatch: ChangeBet): BasketItem | null {
  const { items } = useBasket();
  const [loaded, setLoaded] = useState<string | null>(null);
  const item = items.find(({ id }) => id === edit) ?? null;
  if (item && item.id !== loaded) {
    setLoaded(item.id);
    dispatch({ type: 'load', ticket: { ...item, draw: zoned(item.fullDate) } });
  }
  return item;
}
