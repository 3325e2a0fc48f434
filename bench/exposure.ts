// How long it takes to compute what a draw may have to pay: `npm run bench:exposure`. Ten million tickets in the database take some minutes
// and 4 GB; `-- --small` leaves them out.
import { benchDatabase } from './exposure/in-database.ts';
import { benchAdding, benchMemory } from './exposure/in-memory.ts';
import { describeLoad, describeMachine } from './machine.ts';

console.log(`${describeMachine()}; ${describeLoad()} at the start.`);
console.log('\nIn memory, processor time, from the sums by selection to every figure:');
benchMemory([10_000, 1_000_000, 10_000_000]);
console.log('\nNew selections of IziOrder, added to a draw that has been computed, processor time:');
benchAdding([1, 10, 100, 200, 1_000, 10_000, 100_000]);
console.log('\nFrom the database, from the question to the answer of the worker thread:');
await benchDatabase([10_000, 1_000_000, ...(process.argv.includes('--small') ? [] : [10_000_000])]);
console.log(`${describeLoad()} at the end.`);
