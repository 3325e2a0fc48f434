/** The reference of all measurements: pgbench's TPC-B-like transaction, in the simple protocol. */
export interface Yardstick {
  /** How it was run, for the table. */
  readonly description: string;
  /** The rate per second, measured for this many seconds. */
  run(seconds: number): Promise<number>;
}

export const scale = 100;
export const clients = 64;
