import { raceClosings } from './closing.ts';

raceClosings(200);
