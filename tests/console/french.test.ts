import { consoleInFrench } from './french.ts';

consoleInFrench(4);
