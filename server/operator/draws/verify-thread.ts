// A worker thread that verifies one draw.
import { parentPort, workerData } from 'node:worker_threads';
import { verifyDraw, type DrawCheck } from '#domain/fair-draw/verify-draw.ts';

parentPort!.postMessage(await verifyDraw(workerData as DrawCheck), []);
