type Names = Readonly<Record<string, string>>;

/** Names of stored values whose code is not their English name. */
export const words = {
  providers: { sandbox: 'Sandbox' } as Names,
  /** Names of what requests and the audit have stored. */
  fields: {
    id: 'id',
    worst: 'worst case',
    stopReason: 'reason of the stop',
    balanceAfter: 'balance after',
    dep: 'deposits wallet',
    win: 'winnings wallet',
    everyMinutes: 'minutes between draws',
    closeSecondsBefore: 'seconds from close to draw',
    beginsAt: 'begins',
    transfer: 'reference of the transfer',
    transferredAt: 'arrived',
    heldByBooks: 'held by our books',
    heldByProvider: 'held, as the provider says',
    drawsAt: 'draw of',
    drawId: 'draw',
    betType: 'bet type',
    client: 'player',
    clientId: 'player',
    readFirst: 'has to be read first',
    sha256: 'SHA-256',
    ip: 'address',
    told: 'told to the player',
    toldEn: 'message to players, in English',
    toldFr: 'message to players, in French',
    notable: 'notable from',
    strong: 'strong from',
    times: '× usual',
    url: 'address',
    types: 'events',
    scopes: 'scopes',
    addresses: 'taken from',
    perMinute: 'calls a minute',
    generation: 'keys no.',
    sentence: 'sentence for players',
  } as Names,
  /** Codes among what is stored. */
  codes: {
    wallet: { dep: 'deposits', win: 'winnings' },
    status: {
      review: 'held',
      created: 'waiting: not answered',
      pending: 'waiting for the player to confirm',
      processing: 'waiting: under way',
      succeeded: 'credited',
      reversed: 'paid, and came back',
    },
    measure: { worst: 'worst case', p9999: '1 in 10 000' },
    withdrawals: { taken: 'running', stopped: 'stopped' },
    lock: { sign_in: 'sign-in', play: 'play', withdrawals: 'withdrawals' },
  } as Readonly<Record<string, Names>>,
  /** The reason of a pause by a cap. @param of the bet type of the cap; null for all that is sold in the draw */
  paused: (measure: string, of: string | null, figure: string, cap: string) =>
    `${measure} of ${of ?? 'the draw'} at ${figure} XOF, cap ${cap} XOF`,
  /** The fields of a player that operators look at. */
  looks: {} as Names,
};
