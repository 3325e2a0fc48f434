import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { bytesBudgetOf, otherRequestsBudget, requestsBudget } from '#scripts/build-web/budget.ts';
import { routes } from '#scripts/build-web/pages.ts';
import { runLighthouse, type Scores } from './web/lighthouse.ts';
import { median } from './statistics.ts';
import { byAddress, measureFirstVisit, measureIdle, measureRevisits, totalOf, type Data } from './web/data.ts';
import { startDemonstration } from './web/demonstration.ts';
import { loadPage, openSlowly, type Load } from './web/load-page.ts';
import { measureSpeed, referenceRoundsPerMs, throttlingRate, type MachineSpeed } from './web/machine-speed.ts';
import {
  dataBudget,
  idleShareBudget,
  lcpBudget,
  profiles,
  sessionBudget,
  shiftBudget,
  type Profile,
} from './web/profiles.ts';
import { startSite, type Site } from './web/site.ts';
import { timeTaps } from './web/taps.ts';

/**
 * `npm run bench:web`: measures the built web app on slow phones, in a real Chromium, against its budgets. Exits with 1 when
 * one is exceeded. `--runs 5` loads each page five times and takes the median, `--quick` measures `/` only, `--pages
 * /my-bets,/profile` measures only the loads of these pages, `--data` only what a demonstration transfers and what it takes of a core while
 * nobody uses it, `--no-build` uses the existing build.
 */

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    quick: { type: 'boolean', default: false },
    pages: { type: 'string' },
    data: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});
const runs = Number(options.runs);
const onlyPages = options.pages?.split(',');
const over: string[] = [];
const tooBusy = 2;
const lighthouseRuns = 5;
const shareMs = 120_000;
/** One round has few samples above its 98th percentile. */
const tapRounds = 5;
/** Pages that a link leads to with its secret behind `#`. */
const hashes: Readonly<Record<string, string>> = { '/auth/undo': `#${'a'.repeat(22)}` };

if (!options['no-build']) {
  const build = join(import.meta.dirname, '../scripts/build-web/build.ts');
  execFileSync(process.execPath, [build], { stdio: ['ignore', 'inherit', 'ignore'] });
}
const browser = await launchChromium();
try {
  if (!options.data) await benchSite(browser);
  if (options.data || (!options.quick && !onlyPages)) await benchDemonstration(browser);
} finally {
  await browser.close();
}
console.log(over.length === 0 ? '\nevery budget holds' : `\nover budget: ${over.join(' · ')}`);
process.exitCode = over.length === 0 ? 0 : 1;

async function benchSite(chromium: Browser) {
  const site = await startSite();
  try {
    await benchAll(chromium, site);
  } finally {
    await site.end();
  }
}

/**
 * The bytes that a demonstration with a draw a minute transfers, with the headers of answers, and the processor time it takes while nobody
 * uses it.
 */
async function benchDemonstration(chromium: Browser) {
  console.log('\na demonstration\n');
  const demonstration = await startDemonstration();
  try {
    await demonstration.untilQuiet();
    const { server, database } = await demonstration.measureShare(shareMs);
    // A slow core needs longer for the same work. Phones are throttled by the same measure.
    const { roundsPerMs } = await measureSpeed(chromium);
    const percent = (share: number) => (share * 100 * roundsPerMs) / referenceRoundsPerMs;
    report('idle', [
      { what: 'of a core of the reference, %', value: percent(server + database), budget: idleShareBudget, unit: '' },
      { what: 'server', value: percent(server), budget: null, unit: '' },
      { what: 'database', value: percent(database), budget: null, unit: '' },
      { what: 'of a core here, %', value: (server + database) * 100, budget: null, unit: '' },
    ]);
    reportData('first visit', await measureFirstVisit(chromium, demonstration), dataBudget.first);
    reportData('four minutes', await measureIdle(chromium, demonstration), dataBudget.idle);
    for (const [path, data] of await measureRevisits(chromium, demonstration)) reportData(path, data, dataBudget.visit);
  } finally {
    await demonstration.end();
  }
}

/** With `--data`, or over the budget, also what each address transferred. */
function reportData(title: string, data: Data, budget: number) {
  const value = totalOf(data);
  report(title, [
    { what: 'all bytes', value, budget, unit: 'B' },
    { what: 'requests', value: data.length, budget: null, unit: '' },
  ]);
  if (!options.data && value <= budget) return;
  for (const { address, count, bytes } of byAddress(data))
    console.log(`${String(bytes).padStart(9)} B in ${count} · ${address}`);
}

async function benchAll(chromium: Browser, { url, signedIn, ...ids }: Site) {
  const before = await measureSpeed(chromium);
  if (!onlyPages || onlyPages.includes('/')) await benchFirstPage(chromium, url);
  if (onlyPages) {
    await benchOtherPages(chromium, { url, signedIn, ...ids });
  } else {
    await benchTaps(chromium, url);
  }
  if (!options.quick && !onlyPages) {
    await benchOtherPages(chromium, { url, signedIn, ...ids });
    await benchSession(chromium, url, signedIn);
    await benchWithLighthouse(chromium, url);
  }
  describeMachine(before, await measureSpeed(chromium));
}

async function benchFirstPage(chromium: Browser, url: string) {
  console.log(`\n/ over slow 4G (1.6 Mbit/s, 150 ms), medians of ${runs}\n`);
  for (const profile of profiles) {
    const load = await medianLoad(chromium, `${url}/`, profile, {});
    report(`/ ${profile.name}`, [
      ...always('/', load),
      { what: 'LCP', value: load.lcp, budget: profile.budget.lcp, unit: 'ms' },
      { what: 'ready', value: load.ready, budget: profile.budget.ready, unit: 'ms' },
      { what: 'blocking', value: load.blocking, budget: profile.budget.blocking, unit: 'ms' },
    ]);
  }
}

async function benchTaps(chromium: Browser, url: string) {
  for (const profile of profiles) {
    const { tap } = profile.budget;
    if (tap === null) continue;
    const rounds: number[][] = [];
    for (let round = 0; round < tapRounds; round++) {
      rounds.push((await timeTaps(chromium, `${url}/`, profile.slowdown)).toSorted((a, b) => a - b));
    }
    const percentile = (share: number) => median(rounds.map((times) => times[Math.ceil(times.length * share) - 1]!));
    report(`taps ${profile.name}`, [
      {
        what: `tap → paint p98 of ${rounds[0]!.length}, median of ${tapRounds}`,
        value: percentile(0.98),
        budget: tap,
        unit: 'ms',
      },
      { what: 'p50', value: percentile(0.5), budget: null, unit: 'ms' },
    ]);
  }
}

async function benchOtherPages(chromium: Browser, { url, signedIn, unconfirmed, ...ids }: Omit<Site, 'end'>) {
  console.log('\nthe other pages\n');
  const others = Object.keys(routes).filter((route) => route !== '/' && (!onlyPages || onlyPages.includes(route)));
  for (const route of others) {
    const path = `${route.replace(':id', route.startsWith('/results') ? ids.drawId : ids.ticketId)}${hashes[route] ?? ''}`;
    const visitor = /^\/(auth\/(login|signup|forgot)|results|about|verify)/.test(route);
    const client = route === '/auth/confirm' ? unconfirmed : signedIn;
    const load = await medianLoad(chromium, url + path, profiles[0]!, visitor ? {} : client);
    report(route, [
      ...always(route, load),
      { what: 'LCP', value: load.lcp, budget: lcpBudget, unit: 'ms' },
      { what: 'ready', value: load.ready, budget: null, unit: 'ms' },
    ]);
    if (onlyPages) console.log(`${''.padEnd(16)} LCP of “${load.lcpOf}”`);
  }
}

/** Measures one minute of a client's open page, and multiplies by ten. */
async function benchSession(chromium: Browser, url: string, signedIn: BrowserContextOptions) {
  const { page, traffic } = await openSlowly(chromium, `${url}/`, 1, signedIn);
  await page.waitForTimeout(10_000);
  const before = traffic.allBytes();
  await page.waitForTimeout(60_000);
  const value = (traffic.allBytes() - before) * 10;
  await page.context().close();
  report('ten minutes signed in', [{ what: 'bytes', value, budget: sessionBudget, unit: 'B' }]);
}

async function benchWithLighthouse(chromium: Browser, url: string) {
  const all: Scores[] = [];
  for (let run = 0; run < lighthouseRuns; run++) {
    const scores = await runLighthouse(`${url}/`, throttlingRate(4, await measureSpeed(chromium)));
    if (typeof scores === 'string') return console.log(`Lighthouse did not run: ${scores}`);
    all.push(scores);
  }
  for (const flaw of all.at(-1)!.flaws) console.log(`Lighthouse mobile names ${flaw}`);
  const least = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
  for (const name of Object.keys(least) as (keyof typeof least)[]) {
    const score = median(all.map((scores) => scores[name]));
    const fits = score >= least[name];
    console.log(`Lighthouse mobile ${name.padEnd(15)} ${score} of ${least[name]}${fits ? '' : '  OVER'}`);
    if (!fits) over.push(`Lighthouse ${name}`);
  }
}

interface Figure {
  readonly what: string;
  readonly value: number;
  readonly budget: number | null;
  readonly unit: 'ms' | 'B' | '';
}

function always(route: string, load: Load): Figure[] {
  return [
    { what: 'bytes', value: load.bytes, budget: bytesBudgetOf(route), unit: 'B' },
    { what: 'requests', value: load.requests, budget: requestsBudget[route] ?? otherRequestsBudget, unit: '' },
    { what: 'FCP', value: load.fcp, budget: null, unit: 'ms' },
    { what: 'CLS', value: load.shift, budget: shiftBudget, unit: '' },
  ];
}

function report(title: string, figures: readonly Figure[]) {
  const parts = figures.map(({ what, value, budget, unit }) => {
    const text = `${what} ${show(value)}${budget === null ? '' : ` of ${show(budget)}`}${unit && ` ${unit}`}`;
    if (budget === null || value <= budget) return text;
    over.push(`${title} ${what}`);
    return `${text} OVER`;
  });
  console.log(`${title.padEnd(16)} ${parts.join(' · ')}`);
}

function show(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 1 ? 3 : value < 10 ? 1 : 0 });
}

async function medianLoad(
  chromium: Browser,
  address: string,
  { slowdown }: Profile,
  context: BrowserContextOptions,
): Promise<Load> {
  const loads: Load[] = [];
  for (let run = 0; run < runs; run++) loads.push(await loadPage(chromium, address, slowdown, context));
  const medianOf = (name: Exclude<keyof Load, 'lcpOf'>) => median(loads.map((load) => load[name]));
  return {
    bytes: medianOf('bytes'),
    requests: medianOf('requests'),
    fcp: medianOf('fcp'),
    lcp: medianOf('lcp'),
    lcpOf: loads[0]!.lcpOf,
    shift: Math.max(...loads.map(({ shift }) => shift)),
    blocking: medianOf('blocking'),
    ready: medianOf('ready'),
  };
}

/** A busy machine is throttled less. The rest of the disturbance makes times differ between runs. */
function describeMachine(before: MachineSpeed, after: MachineSpeed) {
  const speed = (Math.max(before.roundsPerMs, after.roundsPerMs) / referenceRoundsPerMs).toFixed(2);
  const disturbances = [before, after].map(({ disturbance }) => disturbance.toFixed(1));
  console.log(
    `\nthis machine: a core ${speed} times as fast as the reference, slowed down by others ${disturbances.join(' … ')} times`,
  );
  if (Math.max(before.disturbance, after.disturbance) > tooBusy) console.log('too busy to trust its times');
}
