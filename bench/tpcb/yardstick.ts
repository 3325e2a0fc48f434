/** The yardstick: pgbench's transaction like TPC-B, in the simple protocol. */
export interface Yardstick {
  /** How it is run, for the table. */
  readonly description: string;
  /** Transactions a second, measured for so long. */
  run(seconds: number): Promise<number>;
}

export const scale = 100;
export const clients = 64;
