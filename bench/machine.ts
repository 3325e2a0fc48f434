import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** The machine in one line, for a reader who wants to compare. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return (
    `${availableParallelism()} cores (${cpu?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${platform()} ${release()}, ` +
    `Node ${process.versions.node}`
  );
}

/** The load average of the last minute, which includes the bench itself. */
export function describeLoad(): string {
  return `load average ${loadavg()[0]!.toFixed(1)}`;
}
