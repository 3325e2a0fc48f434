import { readFileSync } from 'node:fs';
import type { BetName } from '#domain/bet-types.ts';
import type { BeaconKind, DrawRecord } from '#domain/fair-draw/draw-record.ts';

/** Written by `make.py`: whole draws, trees and word lists by an independent implementation of the format. */
export const drawVectors = readVectors('draws.json') as {
  rulesDocument: string;
  operatorSecret: string;
  draws: DrawVector[];
  trees: { size: number; root: string }[];
  wordLists: { words: number[]; result: number[]; left: number }[];
};

interface DrawVector {
  title: string;
  draw: {
    drawId: string;
    opensAt: number;
    closesAt: number;
    drawsAt: number;
    rulesHash: string;
    beaconKind: BeaconKind;
    beaconRef: string;
    beaconRound: number;
  };
  tickets: {
    ticketId: string;
    acceptedAt: number;
    name: BetName;
    stake: number;
    numbers: number[];
    salt: string;
  }[];
  drawHash: string;
  sealHash: string;
  leaves: string[];
  key: string;
  words: number[];
  proof: ProofAnswer;
  receipts: ReceiptAnswer[];
}

/** The proof and the receipt in the format of the API. */
export interface ProofAnswer {
  draw: string;
  commitment: string;
  commitmentSignature: string;
  seal: string | null;
  sealSignature: string | null;
  seed: string | null;
  beacon: { kind: number; chain: string; round: number; signature: string | null };
  result: string[] | null;
  operatorKey: string;
}

export interface ReceiptAnswer {
  ticket: string;
  leaf: string;
  signature: string;
  index: number | null;
  path: string[] | null;
}

export const merkleVectors = readVectors('merkle.json') as {
  inputs: string[];
  emptyRoot: string;
  roots: string[];
  paths: { index: number; size: number; path: string[] }[];
};

export const quicknetVectors = readVectors('drand-quicknet.json') as {
  chain: {
    public_key: string;
    period: number;
    genesis_time: number;
    hash: string;
    groupHash: string;
    metadata: { beaconID: string };
  };
  rounds: { round: number; randomness: string; signature: string }[];
};

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, 'hex'));
}

export function drawRecordOf({ draw }: DrawVector): DrawRecord {
  return {
    drawId: draw.drawId,
    opensAt: draw.opensAt,
    closesAt: draw.closesAt,
    drawsAt: draw.drawsAt,
    rulesHash: bytesOf(draw.rulesHash),
    beacon: { kind: draw.beaconKind, ref: bytesOf(draw.beaconRef), round: draw.beaconRound },
  };
}

function readVectors(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}
