import { local } from '#web/storage/storage.ts';
import type { KnownSeals } from './messages.ts';

/**
 * The seals this device saw, by draw. They reveal a site that later shows another seal for the same draw. They hold no
 * personal data, so they stay after signing out.
 */
const key = 'seals';
/** Only this many are kept, the latest: 50 kB of local storage. */
const limit = 500;

const hex64 = /^[0-9a-f]{64}$/;

export function readKnownSeals(): KnownSeals {
  return Object.fromEntries(readEntries());
}

/** Stores seals that are not known yet. A known one is never replaced: the first seen is the one that counts. */
export function keepSeals(seals: KnownSeals): void {
  const entries = readEntries();
  const known = new Set(entries.map(([drawId]) => drawId));
  const all = [...entries, ...Object.entries(seals).filter(([drawId]) => !known.has(drawId))];
  local.setItem(key, JSON.stringify(all.slice(-limit)));
}

/** In the order they were seen. Anything malformed is ignored. */
function readEntries(): [drawId: string, sealHash: string][] {
  let stored: unknown;
  try {
    stored = JSON.parse(local.getItem(key) ?? '[]');
  } catch {
    return [];
  }
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

function isEntry(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string' && hex64.test(value[1]);
}
