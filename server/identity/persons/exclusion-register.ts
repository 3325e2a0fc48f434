/** The person whom a national register of self-excluded persons is asked about. */
export interface AskedPerson {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
  /** E.164 */
  readonly phone: string;
  /** ISO 3166 alpha-2 */
  readonly country: string;
}

export interface RegisterEntry {
  /** Names the entry, the same at each look-up. */
  readonly reference: string;
  /** Null for an exclusion without an end. */
  readonly endsAt: Date | null;
}

/** A national register of self-excluded persons, such as ROFUS in Denmark. */
export interface ExclusionRegister {
  /**
   * The running exclusions of this person; none for most.
   *
   * @param signal aborts when nobody waits for the answer any more
   * @throws when the register does not answer. The client's bets and deposits then wait until it does.
   */
  lookUp(person: AskedPerson, signal: AbortSignal): Promise<readonly RegisterEntry[]>;
}

/** The register of a country without one: it is never asked, and nothing waits. Nobody is asked and nothing waits. */
export const noRegister: ExclusionRegister = { lookUp: async () => [] };
