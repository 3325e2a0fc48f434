import { amountOf } from '#tests/support/long-run.ts';
import { proveBooks } from './prove-books.ts';

// Fewer would not reach every movement of money.
proveBooks(amountOf('runs', 3_000));
