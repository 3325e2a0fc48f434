// A worker thread that hashes the tickets of one draw.
import { parentPort, workerData } from 'node:worker_threads';
import { hashTickets, type TicketsToHash } from './hash-tickets.ts';

const hashed = hashTickets(workerData as TicketsToHash);
parentPort!.postMessage(
  hashed,
  hashed.tiers.map((tier) => tier.buffer as ArrayBuffer),
);
