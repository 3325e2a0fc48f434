import { holdBack } from './held-back.ts';

holdBack('a process beside four that never rest');
