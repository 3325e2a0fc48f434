type Names = Readonly<Record<string, string>>;

/** Names of what is stored, where its own code does not say it in English. console/values/names.ts reads them. */
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
    },
    measure: { worst: 'worst case', p9999: '1 in 10 000' },
    lock: { sign_in: 'sign-in', play: 'play', withdrawals: 'withdrawals' },
  } as Readonly<Record<string, Names>>,
  /** What of a player somebody looked at. */
  looks: {} as Names,
};
