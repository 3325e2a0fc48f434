import { amountOf } from '#tests/support/long-run.ts';
import { playAtOnce } from './play-at-once.ts';

playAtOnce(amountOf('seconds', 60));
