import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { currentRules } from '#domain/draw.ts';

interface RulesDocument {
  readonly rules: string;
  /** The exact bytes that are published and hashed. */
  readonly bytes: Buffer;
  /** SHA-256 of the bytes. */
  readonly hash: Buffer;
}

/**
 * Every rules document that draws were ever sold under. The files are never edited: a ticket is settled by the rules of
 * its draw, and each draw commits to their hash.
 */
const documents = new Map(['izi-1'].map((rules) => [rules, readDocument(rules)]));

export function listRules(): { rules: string; rulesHash: string; url: string; current: boolean }[] {
  return Array.from(documents.values(), ({ rules, hash }) => ({
    rules,
    rulesHash: hash.toString('hex'),
    url: `/api/games/${rules}`,
    current: rules === currentRules,
  }));
}

export function findRules(rules: string): RulesDocument | undefined {
  return documents.get(rules);
}

function readDocument(rules: string): RulesDocument {
  const bytes = readFileSync(new URL(`../../domain/rules/${rules}.json`, import.meta.url));
  return { rules, bytes, hash: createHash('sha256').update(bytes).digest() };
}
