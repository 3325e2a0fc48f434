import { amountOf } from '#tests/support/long-run.ts';
import { killUnderLoad } from './kill.ts';

killUnderLoad(amountOf('runs', 30));
