import { loseProcesses } from './supervised.ts';

loseProcesses({ supervisorToo: false });
