/**
 * Time in which this process ran. A process that is stopped, or that gets no processor, cannot read what it was answered
 * meanwhile: that time says nothing about who should have answered. So each turn of the event loop counts for little more
 * than it takes on a machine that is not busy.
 */

const turnMs = 100;
const mostOfOneTurnMs = 2 * turnMs;

interface Wait {
  readonly until: number;
  readonly act: () => void;
}

const waits = new Set<Wait>();
let ran = 0;
let lastTurn: number | undefined;

/** Milliseconds in which this process ran, since some moment. */
export function runningMs(): number {
  if (lastTurn === undefined) {
    lastTurn = performance.now();
    setInterval(turn, turnMs).unref();
  }
  return ran + Math.min(performance.now() - lastTurn, mostOfOneTurnMs);
}

function turn(): void {
  ran = runningMs();
  lastTurn = performance.now();
  for (const wait of waits) if (wait.until <= ran) afterReading(wait);
}

/** Node runs immediates after it has read from sockets, and timers perhaps before: so arrived data is handled first. */
function afterReading(wait: Wait): void {
  setImmediate(() => {
    if (waits.delete(wait)) wait.act();
  });
}

/**
 * Calls `act` once this process has run for so long and has then read what its sockets held. It is exact to a tenth of a
 * second, and keeps no process alive.
 *
 * @returns what cancels it
 */
export function afterRunning(ms: number, act: () => void): () => void {
  const wait: Wait = { until: runningMs() + ms, act };
  waits.add(wait);
  return () => void waits.delete(wait);
}
