/**
 * The sizes of the console's bench: a year of a site with a draw every five minutes. Of the players, a thousand bet while it is measured.
 */
const whole = { players: 999_000, payments: 3_000_000, auditLines: 2_000_000, tickets: 100_000_000 };

const daysOfYear = 365;
export const drawEveryMinutes = 5;

export interface Sizes {
  readonly players: number;
  readonly payments: number;
  readonly auditLines: number;
  readonly looks: number;
  readonly requests: number;
  readonly tickets: number;
  /** The last days of the year: those with tickets. They have as many a minute as the whole year would have. */
  readonly daysWithTickets: number;
  /** The mean. */
  readonly ticketsOfDraw: number;
}

/**
 * @param rest the share of players, payments and lines of the audit
 * @param scale the share of tickets, and with them of postings: the last days of the year, each with all it has
 */
export function sizesOf({ rest, scale }: { readonly rest: number; readonly scale: number }): Sizes {
  const part = (count: number) => Math.max(1, Math.round(count * rest));
  return {
    players: part(whole.players),
    payments: part(whole.payments),
    auditLines: part(whole.auditLines),
    looks: part(whole.auditLines / 2),
    requests: part(20_000),
    tickets: Math.round(whole.tickets * scale),
    daysWithTickets: daysOfYear * scale,
    ticketsOfDraw: Math.round(whole.tickets / ((daysOfYear * 24 * 60) / drawEveryMinutes)),
  };
}
