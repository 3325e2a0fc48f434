import { betEndpoints } from './bets.ts';
import { drawEndpoints } from './draws.ts';
import type { Endpoint } from './endpoint.ts';
import { favouriteEndpoints } from './favourites.ts';
import { identityEndpoints } from './identity.ts';
import { messageEndpoints } from './messages.ts';
import { paymentEndpoints } from './payments.ts';
import { playLimitEndpoints } from './play-limits.ts';
import { walletEndpoints } from './wallet.ts';

/** Every call of the API, in the order in which the published document lists them. */
export const endpoints: readonly Endpoint[] = [
  ...drawEndpoints,
  ...betEndpoints,
  ...favouriteEndpoints,
  ...identityEndpoints,
  ...walletEndpoints,
  ...paymentEndpoints,
  ...playLimitEndpoints,
  ...messageEndpoints,
];
