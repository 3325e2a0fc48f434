import fc from 'fast-check';
import type { Pattern } from './find-patterns.ts';

/** Lengths, each at most four times the one before, so that no step takes longer than a few seconds before it is seen. */
const lengths = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1_024, 4_096, 16_384];
/** A time that no text of these lengths needs where the steps grow with the length: such a text takes some 0.1 ms. */
const slowMs = 12;
/** Four times as long a text takes four times as long where growth is linear, and sixteen times where it is quadratic. */
const steepest = 8;

/** The patterns for which a slow text was found, each looked at once. */
export function findSlowPatterns(patterns: readonly Pattern[]): string[] {
  const each = new Map(patterns.map((one) => [String(one.pattern), one]));
  return [...each.values()].flatMap(({ place, pattern }) => {
    const text = findSlowText(pattern);
    return text === null ? [] : [`${place} ${String(pattern)}: ${text}`];
  });
}

/**
 * Looks for a text for which the steps of a pattern grow faster than its length. The texts are made from ones that the pattern matches: a
 * piece of one is repeated, and something that fits nowhere is added.
 *
 * @returns the beginning of such a text; null where none was found
 */
export function findSlowText(pattern: RegExp): string | null {
  const texts = textsFor(pattern);
  for (const [index, length] of lengths.entries()) {
    for (const { before, piece, after } of texts) {
      const text = (size: number) => before + piece.repeat(Math.ceil(size / piece.length)) + after;
      if (cpuMs(pattern, text(length)) < slowMs) continue;
      const shorter = best(pattern, text(length / 4));
      const whole = best(pattern, text(length));
      if (whole >= slowMs && (whole > steepest * shorter || index < lengths.indexOf(512))) {
        return `${JSON.stringify(before)} + ${JSON.stringify(piece)} × ${length} + ${JSON.stringify(after)}: ${Math.round(whole)} ms`;
      }
    }
  }
  return null;
}

interface Pumped {
  readonly before: string;
  readonly piece: string;
  readonly after: string;
}

const seed = 20_261_124;

function textsFor(pattern: RegExp): Pumped[] {
  const made = new Map<string, Pumped>();
  const add = (before: string, piece: string) => {
    for (const after of ['', '\u0000']) made.set(JSON.stringify([before, piece, after]), { before, piece, after });
  };
  for (const sample of samplesOf(pattern)) {
    for (let at = 0; at < Math.min(sample.length, 24); at += 1) {
      for (const size of [1, 2, 3])
        if (at + size <= sample.length) add(sample.slice(0, at), sample.slice(at, at + size));
    }
  }
  // If a search may begin anywhere, the text before the match is not needed.
  const literals = pattern.source.replaceAll(/\\[a-z]/gi, '').replaceAll(/[\\()[\]{}?*+^$|]/g, '');
  for (const piece of new Set([...Array.from(literals), 'a', 'A', '0', ' ', '-', '\n', 'é', 'aa0', 'a ', 'a-']))
    add('', piece);
  return [...made.values()];
}

/** Texts that the pattern matches, or none where the generator does not know its syntax. */
function samplesOf(pattern: RegExp): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern.source, pattern.flags.replaceAll(/[gyd]/g, ''))), {
      numRuns: 6,
      seed,
    });
  } catch {
    return [];
  }
}

function best(pattern: RegExp, text: string): number {
  return Math.min(...Array.from({ length: 3 }, () => cpuMs(pattern, text)));
}

/** Processor time of this thread, so that other processes on the machine do not count. */
function cpuMs(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const since = process.threadCpuUsage();
  // Continues after each match, like `replaceAll` and `split`.
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}
