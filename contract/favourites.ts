import * as v from 'valibot';
import { defineEndpoint } from './endpoint.ts';
import { betName, francs, line, numbers, one, uuid } from './values.ts';

/** The most favourites a client can keep. */
export const mostFavourites = 20;

/** A ticket to play again, without a draw. */
const ticket = {
  /** What the client calls it. */
  label: line(1, 40),
  name: betName,
  selectedNumbers: numbers,
  betAmount: francs,
};

export const favourite = v.object({ id: uuid, ...ticket });
export type Favourite = v.InferOutput<typeof favourite>;

export const listFavourites = defineEndpoint({
  name: 'listFavourites',
  tag: 'Favourites',
  method: 'GET',
  path: '/clients/favourites',
  caller: 'client',
  summary: 'The tickets I keep to play again, the oldest first.',
  answer: { status: 200, schema: one(v.array(favourite)) },
  problems: ['unauthenticated'],
});

export const keepFavourite = defineEndpoint({
  name: 'keepFavourite',
  tag: 'Favourites',
  method: 'PUT',
  path: '/clients/favourites/{id}',
  caller: 'client',
  summary: `Keep a ticket under an id of my own making, or change the one there. At most ${mostFavourites} can be kept.`,
  params: v.object({ id: uuid }),
  body: v.strictObject(ticket),
  answer: { status: 200, schema: one(favourite) },
  problems: ['unauthenticated', 'invalid_selection', 'stake_out_of_range', 'limit_reached'],
});

export const removeFavourite = defineEndpoint({
  name: 'removeFavourite',
  tag: 'Favourites',
  method: 'DELETE',
  path: '/clients/favourites/{id}',
  caller: 'client',
  summary: 'Keep a ticket no longer; one that is not there is no mistake.',
  params: v.object({ id: uuid }),
  answer: { status: 204, schema: null },
  problems: ['unauthenticated'],
});

export const favouriteEndpoints = [listFavourites, keepFavourite, removeFavourite] as const;
