import { proveFair } from './prove-fair.ts';

// A little over a million numbers.
proveFair(120_000);
