import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '#scripts/chromium.js';

const categoryNames = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Out of 100, and the audits that lower a score, such as `color-contrast`. */
export type Scores = Readonly<Record<(typeof categoryNames)[number], number>> & { readonly flaws: readonly string[] };

/** 176 MB, which only this bench needs: npm downloads it on first use and caches it. */
const lighthouse = 'lighthouse@13.5.0';
const timeoutMs = 240_000;

/**
 * Runs Lighthouse's mobile test, or returns the reason why it could not. It contacts only the site.
 *
 * @param slowdown how many times slower its phone's processor is than this machine's; Lighthouse's own 4 is meant for a quick machine
 */
export async function runLighthouse(url: string, slowdown: number): Promise<Scores | string> {
  const folder = await mkdtemp(join(tmpdir(), 'izi-lighthouse-'));
  const report = join(folder, 'report.json');
  const flags = `--headless=new --disable-background-networking${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`;
  const args = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url, '--quiet', '--output=json'];
  try {
    args.push(`--throttling.cpuSlowdownMultiplier=${slowdown.toFixed(2)}`, `--chrome-flags=${flags}`);
    const output = await run('npm', [...args, `--output-path=${report}`]);
    const text = await readFile(report, 'utf8').catch(() => null);
    return text === null ? output.trim() : readScores(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readScores(text: string): Scores {
  const { categories, audits } = JSON.parse(text) as Report;
  const scoreOf = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const counted = categoryNames.flatMap((name) => categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []);
  const flaws = counted.filter(({ id }) => (audits[id]?.score ?? 1) < 1).map(({ id }) => describe(id, audits[id]!));
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    seo: scoreOf('seo'),
    flaws,
  };
}

interface Audit {
  readonly score: number | null;
  readonly details?: { readonly items?: readonly { readonly node?: { readonly snippet: string } }[] };
}

interface Report {
  readonly categories: Record<
    string,
    { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
  >;
  readonly audits: Record<string, Audit>;
}

/** @returns the audit and the elements that it names */
function describe(id: string, { details }: Audit): string {
  return [id, ...(details?.items ?? []).flatMap(({ node }) => node?.snippet ?? [])].join(' ');
}

/** Returns the output. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, CHROME_PATH: (await findChromium()) ?? '' };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', () => resolve(output));
  });
}
