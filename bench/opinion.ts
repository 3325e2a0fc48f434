// How long the second opinion takes: `npm run bench:opinion`; `-- --small` leaves out the draw of 10⁷ tickets.
import { benchOpinion } from './opinion/in-database.ts';
import { describeLoad, describeMachine } from './machine.ts';

const sizes = [10_000, 1_000_000, ...(process.argv.includes('--small') ? [] : [10_000_000])];

console.log(`${describeMachine()}; ${describeLoad()} at the start.`);
console.log('\nFrom the database, each in a process of its own, with all that it reads and computes:');
await benchOpinion(sizes);
console.log(`${describeLoad()} at the end.`);
