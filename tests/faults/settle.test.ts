import { crashWhilePaying } from './settle.ts';

crashWhilePaying(4);
