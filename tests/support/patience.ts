/** Where the processes of the tests find what the run has measured at its start. */
const slownessVariable = 'IZI_TEST_SLOWNESS';

const turns = 10_000_000;
const samples = 4;
/** The approximate time of a sample on one of two idle cores. */
const quickMs = 30;
/** Nobody waits for a machine that is slower still. */
const most = 4;

/**
 * How many times longer a fixed amount of work takes than on a quick machine, beside whatever else is at work; at least 1. The
 * process that starts a run measures it, and those of its tests inherit it.
 */
export const slowness = Number((process.env[slownessVariable] ??= measureSlowness().toFixed(2)));

/** A limit of time on this machine, from what is generous on a quick one. */
export function patience(ms: number): number {
  return Math.ceil(ms * slowness);
}

/**
 * A limit of the product that a test meets without being about it. The run measures the machine once, when nothing else is at work;
 * beside eight files of tests it takes several times as long.
 */
export function ampleLimit(ms: number): number {
  return patience(10 * ms);
}

/**
 * The one limit of a wait for an event. A draw of a site may be a minute away, and its payments some seconds more. It leaves room for
 * a machine that becomes several times slower during the run.
 */
export const waitMs = patience(300_000);

/** The one limit of a test and of a hook. It is far longer than that of a wait, which fails first and says what did not happen. */
export const testMs = patience(1_200_000);

function measureSlowness(): number {
  work();
  const startedAt = performance.now();
  for (let sample = 0; sample < samples; sample++) work();
  const tookMs = (performance.now() - startedAt) / samples;
  return Math.min(most, Math.max(1, tookMs / quickMs));
}

function work(): number {
  let value = 1;
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 48_271) + turn) | 0;
  return value;
}
