import { consoleInFrench } from './french.ts';

consoleInFrench(1);
