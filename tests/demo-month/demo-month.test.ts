import { proveMonth } from './prove-month.ts';

// Fewer players may have no withdrawal, because play is random.
proveMonth({ days: 3, players: 120 });
