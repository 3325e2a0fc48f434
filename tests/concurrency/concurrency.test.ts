import { playAtOnce } from './play-at-once.ts';

playAtOnce(4);
