/** Something that is wrong with the audit. */
export interface Fault {
  /** The line; null where no line can be named. */
  readonly number: number | null;
  /** A sentence. */
  readonly because: string;
}
