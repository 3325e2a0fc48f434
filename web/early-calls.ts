/**
 * The calls that each page of a client makes at once, by the page's path; the balance is called on all of them. `boot.js` makes
 * them before the code is loaded. Each address has to be exactly the page's own: another one is called in vain
 * (tests/journeys/early-calls.test.ts).
 */
export const earlyCalls: Readonly<Record<string, readonly string[]>> = {
  '/checkout': ['/users/me'],
  '/my-bets': ['/bets?order=draw&status=pending&limit=24', '/bets?order=draw&status=win%2Clost%2Cvoid&limit=24'],
  '/my-bets/:id': ['/bets/:id'],
  '/my-wallet': ['/users/me', '/clients/payments?limit=10'],
  // Its calls name the days of the period in the site's time zone, which only the app knows.
  '/history': [],
  '/profile': ['/users/me'],
  '/auth/confirm': ['/users/me'],
};
