import { useState, type ReactNode } from 'react';
import { keepFavourite, listFavourites, mostFavourites, removeFavourite } from '#contract/calls/favourites.ts';
import type { Favourite } from '#contract/favourites.ts';
import { formatFrancs } from '#domain/money.ts';
import { refusalsOf } from '#domain/ticket.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { useAction } from '#web/api/actions.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useApi } from '#web/api/queries.ts';
import { serverNow } from '#web/clock/clock.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberSlots } from '#web/tickets/NumberSlots.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toasts.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/favourites.ts';
import type { ActiveBet, LoadedTicket } from './active-bet.ts';
import styles from './Favourites.module.css';

interface FavouritesProps {
  bet: ActiveBet;
  onPlay: (ticket: LoadedTicket) => void;
  /** Between the button and the favourites. */
  children: ReactNode;
}

/** A client's favourites, each one tap away, and the sheet to add and remove them. */
export function Favourites({ bet, onPlay, children }: FavouritesProps) {
  const favourites = useApi(listFavourites, {}, { select: ({ data }) => data });
  const [open, setOpen] = useState(false);
  const play = ({ name, selectedNumbers, betAmount }: Favourite) => onPlay({ name, selectedNumbers, betAmount });
  return (
    <>
      <Button className={styles.open} variant="ghost" size="s" icon={moreIcons.star} onClick={() => setOpen(true)}>
        {words.favourites}
      </Button>
      {children}
      {favourites.data?.map((favourite) => (
        <Chip
          key={favourite.id}
          pressed={isSame(favourite, bet)}
          aria-label={words.load(favourite.label)}
          onClick={() => play(favourite)}
        >
          {favourite.label}
        </Chip>
      ))}
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title}>
        <div className={styles.sheet}>
          {favourites.isPending && <Skeleton lines={4} />}
          {favourites.error && !favourites.data && (
            <Failure error={favourites.error} onRetry={favourites.refetch} retrying={favourites.isFetching} />
          )}
          {favourites.data && (
            <>
              <Keep bet={bet} count={favourites.data.length} />
              <KeptTickets
                favourites={favourites.data}
                onPlay={(favourite) => {
                  play(favourite);
                  setOpen(false);
                }}
              />
            </>
          )}
        </div>
      </Dialog>
    </>
  );
}

function isSame({ name, betAmount, selectedNumbers }: Favourite, bet: ActiveBet): boolean {
  return name === bet.name && betAmount === bet.betAmount && selectedNumbers.join() === bet.selectedNumbers.join();
}

/** Saves the current ticket under a name; the default is its numbers. */
function Keep({ bet, count }: { bet: ActiveBet; count: number }) {
  const { name, selectedNumbers, betAmount } = bet;
  const suggested = `${name} ${selectedNumbers.join(' ')}`;
  const [label, setLabel] = useState(suggested);
  const [id, setId] = useState(newFavouriteId);
  const keep = useAction(keepFavourite, {
    refresh: ['bets'],
    onSuccess: () => {
      toast.success(words.kept);
      setId(newFavouriteId());
    },
  });
  if (refusalsOf(bet).length > 0) return <p className={styles.note}>{words.complete}</p>;
  if (count >= mostFavourites) return <p className={styles.note}>{words.full(mostFavourites)}</p>;
  const isBlank = label.trim() === '';
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank)
          keep.mutate({ params: { id }, body: { label, name, selectedNumbers: [...selectedNumbers], betAmount } });
      }}
    >
      <Ticket name={name} selectedNumbers={selectedNumbers} betAmount={betAmount} />
      <Field label={words.label} error={isBlank && words.labelWanted}>
        <TextInput value={label} maxLength={40} autoComplete="off" onChange={(event) => setLabel(event.target.value)} />
      </Field>
      {keep.error && <Failure error={keep.error} />}
      <Button type="submit" block pending={keep.isPending}>
        {words.save}
      </Button>
    </Form>
  );
}

function newFavouriteId(): string {
  return uuidv7(serverNow(), crypto.getRandomValues(new Uint8Array(10)));
}

function Ticket({ name, selectedNumbers, betAmount }: Pick<ActiveBet, 'name' | 'selectedNumbers' | 'betAmount'>) {
  return (
    <div className={styles.ticket}>
      <span className={styles.line}>
        <b>{name}</b>
        <b>{formatFrancs(betAmount)}</b>
      </span>
      <NumberSlots numbers={selectedNumbers} count={9} bare />
    </div>
  );
}

function KeptTickets({ favourites, onPlay }: { favourites: Favourite[]; onPlay: (favourite: Favourite) => void }) {
  const remove = useAction(removeFavourite, { refresh: ['bets'] });
  if (favourites.length === 0) {
    return (
      <EmptyState icon={moreIcons.star} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    );
  }
  return (
    <>
      {remove.error && <Failure error={remove.error} />}
      <ul className={styles.list} aria-label={words.mine}>
        {favourites.map((favourite) => (
          <li key={favourite.id}>
            <span className={styles.line}>
              <b>{favourite.label}</b>
              <IconButton
                icon={moreIcons.trash}
                label={words.remove(favourite.label)}
                onClick={() => remove.mutate({ params: { id: favourite.id } })}
              />
            </span>
            <Ticket {...favourite} />
            <Button
              variant="secondary"
              size="s"
              aria-label={words.playOf(favourite.label)}
              onClick={() => onPlay(favourite)}
            >
              {words.play}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
