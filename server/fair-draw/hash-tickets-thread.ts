// A worker thread that does steps of hashing the tickets of one draw.
import { parentPort } from 'node:worker_threads';
import { takeHashStep, type HashStep } from './hash-tickets.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is no window
parentPort!.on('message', (step: HashStep) => parentPort!.postMessage(takeHashStep(step)));
