import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** The machine in a line, for a reader who wants to compare. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return (
    `${availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${platform()} ${release()}, ` +
    `Node ${process.versions.node}`
  );
}

/** How many processes wanted a core in the last minute, the bench's own included. */
export function describeLoad(): string {
  return `load average ${loadavg()[0]!.toFixed(1)}`;
}
