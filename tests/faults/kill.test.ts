import { killUnderLoad } from './kill.ts';

killUnderLoad(1);
