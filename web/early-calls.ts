/**
 * The calls that each page makes at once, by the page's path; a client's balance is called on all of them. `boot.js` makes them
 * before the code is loaded, for a visitor only those of public pages. Each address has to be exactly the page's own: another one is called in vain
 * (tests/journeys/early-calls.test.ts).
 */
export const earlyCalls: Readonly<Record<string, readonly string[]>> = {
  '/results': ['/results?status=drawn%2Csettled%2Cvoid&limit=20', '/results/statistics?draws=100'],
  '/results/:id': ['/draws/:id'],
  '/figures': ['/figures'],
  '/checkout': ['/users/me'],
  '/my-bets': ['/bets?order=draw&status=pending&limit=24', '/bets?order=draw&status=win%2Clost%2Cvoid&limit=24'],
  '/my-bets/:id': ['/bets/:id'],
  '/my-wallet': [
    '/users/me',
    '/clients/payouts',
    '/clients/payments?limit=10',
    '/clients/transactions?kind=adjustment&limit=10',
  ],
  // Its calls name the days of the period in the site's time zone, which only the app knows.
  '/history': [],
  '/profile': [
    '/users/me',
    '/clients/factors',
    '/clients/identity',
    '/clients/sessions',
    '/clients/limits',
    '/clients/notices',
    '/clients/closing',
  ],
  '/auth/confirm': ['/users/me'],
};
