// A worker thread that computes the exposure to the sums of one draw.
import { parentPort, workerData } from 'node:worker_threads';
import { openExposure } from '#domain/exposure/exposure.ts';
import { unpackSums } from './packed-sums.ts';

const book = openExposure();
book.add(unpackSums(workerData as Uint8Array[]));
parentPort!.postMessage(book.read(), []);
