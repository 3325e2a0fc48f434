import { amountOf } from '#tests/support/long-run.ts';
import { crashWhilePaying } from './settle.ts';

crashWhilePaying(amountOf('runs', 40));
