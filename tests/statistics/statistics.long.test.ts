import { amountOf } from '#tests/support/long-run.ts';
import { proveFair } from './prove-fair.ts';

// A little over ten million numbers.
proveFair(amountOf('runs', 1_111_112));
