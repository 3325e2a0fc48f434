// How long it takes to seal a draw, and how that grows: `npm run bench:seal`.
import { benchDatabase } from './seal/in-database.ts';
import { benchMemory } from './seal/in-memory.ts';

const sizes = [100_000, 1_000_000];

console.log('In memory, processor time:');
benchMemory(sizes);
console.log('\nIn the server, from the closed draw to the commit of its seal, with fsync:');
await benchDatabase(sizes);
