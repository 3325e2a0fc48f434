import { mostFavourites } from '#contract/calls/favourites.ts';
import type { Favourite } from '#contract/favourites.ts';
import { problems } from '#contract/problems.ts';
import type { Database } from '#database/connect.ts';
import { betTypeOfCode, betTypes } from '#domain/bet-types.ts';
import type { Francs } from '#domain/money.ts';
import { encodeNumbers, numberStrings } from '#domain/result.ts';
import { refusalsOf } from '#domain/ticket.ts';
import { Refusal } from '#server/http/refusal.ts';
import { lockClient } from '#server/identity/client.ts';

/** A client's favourite tickets, oldest first. */
export async function listFavourites(db: Database, clientId: number): Promise<Favourite[]> {
  const rows = await db.query<FavouriteRow>(
    'select id, label, bet_type, selection, stake from favourite where client_id = $1 order by created_at, id',
    [clientId],
  );
  return rows.map(({ id, label, bet_type, selection, stake }) => ({
    id,
    label,
    name: betTypeOfCode(bet_type).name,
    selectedNumbers: numberStrings(selection),
    betAmount: stake,
  }));
}

/** Adds a favourite, or replaces the one with its id. @throws Refusal invalid_selection, stake_out_of_range, limit_reached */
export async function keepFavourite(db: Database, clientId: number, favourite: Favourite): Promise<Favourite> {
  requirePlayable(favourite);
  const { id, label, name, selectedNumbers, betAmount } = favourite;
  await db.transact(async (tx) => {
    // Serializes concurrent calls, so that they cannot exceed the limit together.
    await lockClient(tx, clientId);
    const [others] = await tx.query<{ count: number }>(
      'select count(*) as count from favourite where client_id = $1 and id <> $2',
      [clientId, id],
    );
    if (others!.count >= mostFavourites) {
      throw new Refusal('limit_reached', { detail: ({ favouritesFull }) => favouritesFull(mostFavourites) });
    }
    await tx.query(
      `insert into favourite (client_id, id, label, bet_type, selection, stake) values ($1, $2, $3, $4, $5, $6)
       on conflict (client_id, id) do update
         set label = excluded.label, bet_type = excluded.bet_type, selection = excluded.selection, stake = excluded.stake`,
      [clientId, id, label, betTypes[name].code, encodeNumbers(selectedNumbers.map(Number)), betAmount],
    );
  });
  return favourite;
}

export async function removeFavourite(db: Database, clientId: number, id: string): Promise<void> {
  await db.query('delete from favourite where client_id = $1 and id = $2', [clientId, id]);
}

function requirePlayable(favourite: Favourite): void {
  const errors = refusalsOf(favourite).map(({ field, code }) => ({ path: field, message: problems[code][2], code }));
  if (errors.length > 0) throw new Refusal(errors[0]!.code, { errors });
}

interface FavouriteRow {
  readonly id: string;
  readonly label: string;
  readonly bet_type: number;
  readonly selection: number;
  readonly stake: Francs;
}
