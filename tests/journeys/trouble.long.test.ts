import { failCalls, troubles } from './failing-calls.ts';

failCalls(Object.keys(troubles).length);
