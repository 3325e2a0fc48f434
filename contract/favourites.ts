import * as v from 'valibot';
import * as calls from './calls/favourites.ts';
import { describeCalls } from './endpoint.ts';
import { betName, francs, line, numbers, one, uuid } from './values.ts';

const describe = describeCalls('Favourites', calls);

/** A ticket to play again, without a draw. */
const ticket = {
  /** The client's name for it. */
  label: line(1, 40),
  name: betName,
  selectedNumbers: numbers,
  betAmount: francs,
};

export const favourite = v.object({ id: uuid, ...ticket });
export type Favourite = v.InferOutput<typeof favourite>;

export const listFavourites = describe('listFavourites', {
  caller: 'client',
  summary: 'The tickets I keep to play again, the oldest first.',
  answer: one(v.array(favourite)),
  problems: ['unauthenticated'],
});

export const keepFavourite = describe('keepFavourite', {
  caller: 'client',
  summary: `Keep a ticket under an id that the caller makes, or change the one with that id. At most ${calls.mostFavourites} can be kept.`,
  params: v.object({ id: uuid }),
  body: v.strictObject(ticket),
  answer: one(favourite),
  problems: ['unauthenticated', 'invalid_selection', 'stake_out_of_range', 'limit_reached'],
});

export const removeFavourite = describe('removeFavourite', {
  caller: 'client',
  summary: 'Delete a kept ticket. Succeeds also when there is none with this id.',
  params: v.object({ id: uuid }),
  answer: null,
  problems: ['unauthenticated'],
});

export const favouriteEndpoints = [listFavourites, keepFavourite, removeFavourite] as const;
