import { loseFiles } from './lost-code.ts';

loseFiles(1);
