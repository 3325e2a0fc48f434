import { holdBack } from './held-back.ts';

holdBack('a process that stands still for seconds');
