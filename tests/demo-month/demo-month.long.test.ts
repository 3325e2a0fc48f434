import { proveMonth } from './prove-month.ts';

// The size that `npm start` uses.
proveMonth({ days: 30, players: 240 });
