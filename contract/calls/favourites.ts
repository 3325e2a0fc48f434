/** The largest number of favourites that a client can keep. */
export const mostFavourites = 20;

export const listFavourites = {
  method: 'GET',
  path: '/clients/favourites',
  status: 200,
  holds: 'data',
  family: 'bets',
} as const;
export const keepFavourite = { method: 'PUT', path: '/clients/favourites/{id}', status: 200, holds: 'data' } as const;
export const removeFavourite = { method: 'DELETE', path: '/clients/favourites/{id}', status: 204 } as const;
