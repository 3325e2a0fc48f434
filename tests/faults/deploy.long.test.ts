import { amountOf } from '#tests/support/long-run.ts';
import { deployUnderLoad } from './deploy.ts';

deployUnderLoad(amountOf('runs', 4));
