import { loseFiles, loseKnownParts } from './lost-code.ts';

loseFiles(8);
loseKnownParts();
