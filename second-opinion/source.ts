import pg from 'pg';

/** A draw as the site keeps it; each record in its own bytes. */
export interface KeptDraw {
  readonly id: string;
  readonly drawsAt: Date;
  readonly status: string;
  /** Nine digits, first out first. */
  readonly result: number | null;
  readonly sealedAt: Date | null;
  readonly listedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly record: Buffer;
  readonly commitment: Buffer;
  readonly seal: Buffer | null;
  readonly seed: Buffer | null;
  readonly beaconSignature: Buffer | null;
  /** The key that salts are derived from; null before the seal. */
  readonly saltKey: Buffer | null;
}

/** A ticket of 38 bytes, as `ticketRows` packs it. */
export const packedTicket = {
  id: (row: Buffer) => row.subarray(0, 16),
  /** PostgreSQL counts microseconds since 2000. */
  acceptedAt: (row: Buffer) =>
    Date.UTC(2000, 0, 1) + Math.floor((row.readInt32BE(16) * 2 ** 32 + row.readUInt32BE(20)) / 1_000),
  type: (row: Buffer) => row.readInt16BE(24),
  selection: (row: Buffer) => row.readInt32BE(26),
  stake: (row: Buffer) => row.readInt32BE(30),
  stakeFromWinnings: (row: Buffer) => row.readInt32BE(34),
};

/** The amounts that are due or were paid for a ticket, in 34 bytes. */
export const packedDue = {
  id: (row: Buffer) => row.subarray(0, 16),
  toDeposits: (row: Buffer) => Number(row.readBigInt64BE(16)),
  toWinnings: (row: Buffer) => Number(row.readBigInt64BE(24)),
  /** Whether all of it goes to the client who bought the ticket, from the right account. */
  isRight: (row: Buffer) => row.readInt16BE(32) === 1,
};

const columns = `d.id, d.draws_at as "drawsAt", d.status, d.result, d.sealed_at as "sealedAt", d.dues_listed_at as "listedAt",
  d.finished_at as "finishedAt", d.record, d.commitment, d.seal, d.seed, d.beacon_signature as "beaconSignature", d.salt_key as "saltKey"`;

const packTicket = `uuid_send(id) || timestamptz_send(accepted_at) || int2send(bet_type) || int4send(selection) || int4send(stake)
  || int4send(stake_win)`;
/** From sums over the rows of one ticket. */
const packDue = (toDeposits: string, toWinnings: string, isRight: string) =>
  `uuid_send(ticket_id) || int8send(coalesce(${toDeposits}, 0)::bigint) || int8send(coalesce(${toWinnings}, 0)::bigint)
   || int2send(bool_and(${isRight})::integer::smallint)`;

/** How the tickets of one draw are found: by the blocks of its minutes, and sorted on the way; not one by one. */
const planning = `set local enable_seqscan = off; set local enable_indexscan = off; set local enable_indexonlyscan = off;
  set local enable_nestloop = off; set local cursor_tuple_fraction = 1; set local jit = off; set local work_mem = '64MB'`;

const rowsAtOnce = 10_000;
/** A posting may be written a moment after the draw was called finished, by a clock that differs. */
const paymentsMargin = '1 minute';

export interface Opinion {
  readonly tickets: number;
  readonly stakes: number;
  readonly root: Buffer | null;
  readonly differs: readonly string[];
}

export interface OpinionDrawn extends Opinion {
  /** The one that it computed; null where seed, seal and beacon give none. */
  readonly result: number | null;
}

export interface OpinionAfter extends OpinionDrawn {
  readonly won: number;
  readonly due: number;
  readonly digest: Buffer;
}

/** The line that was recorded, or that was there already. */
export interface Noted {
  readonly id: string;
  readonly at: Date;
  readonly late: boolean;
}

/** The site's database, through the login of the second opinion. */
export class Source {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /** @throws Error when it cannot be reached, or lets nobody in */
  static async open(url: string): Promise<Source> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'izi second opinion',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    // A connection that breaks is told by the next query.
    client.on('error', () => {});
    await client.connect();
    return new Source(client);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  /** Calls `heard` whenever the site says that something happened to a draw. */
  async followNews(heard: () => void): Promise<void> {
    this.#client.on('notification', heard);
    await this.#client.query('listen draw');
  }

  /** @param name of a statement that is sent again and again, so that it is planned once */
  async #rows<Row extends pg.QueryResultRow>(
    sql: string,
    params: readonly unknown[] = [],
    name?: string,
  ): Promise<Row[]> {
    return (await this.#client.query<Row>({ text: sql, values: [...params], ...(name && { name }) })).rows;
  }

  async draw(id: string): Promise<KeptDraw | null> {
    const [draw] = await this.#rows<KeptDraw>(`select ${columns} from opinion.draw d where d.id = $1`, [id]);
    return draw ?? null;
  }

  /** Draws with a moment from one instant to before another one, the first at the beginning. */
  async drawsBetween(from: Date, to: Date, by: 'draws_at' | 'finished_at' = 'draws_at'): Promise<string[]> {
    const rows = await this.#rows<{ id: string }>(
      `select d.id from opinion.draw d where d.${by} >= $1 and d.${by} < $2 order by d.${by}, d.id`,
      [from, to],
    );
    return rows.map(({ id }) => id);
  }

  /** Draws that are sealed and not finished, and of which nothing was said. */
  async drawsToTakeBefore(): Promise<string[]> {
    const rows = await this.#rows<{ id: string }>(
      `select d.id from opinion.draw d
       where d.finished_at is null and d.sales_ended and d.seal is not null
         and not exists (select from opinion.note n where n.draw_id = d.id and n.phase = 'before')
       order by d.draws_at`,
      [],
      'to take before',
    );
    return rows.map(({ id }) => id);
  }

  /** Draws that have a result, are not all paid, and of whose result nothing was said. */
  async drawsToTakeDrawn(): Promise<string[]> {
    const rows = await this.#rows<{ id: string }>(
      `select d.id from opinion.draw d
       where d.finished_at is null and d.sales_ended and d.status = 'drawn'
         and not exists (select from opinion.note n where n.draw_id = d.id and n.phase = 'drawn')
       order by d.draws_at`,
      [],
      'to take drawn',
    );
    return rows.map(({ id }) => id);
  }

  /** Draws that were finished within so many milliseconds, and of which nothing was said afterwards. */
  async drawsToTakeAfter(withinMs: number): Promise<string[]> {
    const rows = await this.#rows<{ id: string }>(
      `select d.id from opinion.draw d
       where d.finished_at >= statement_timestamp() - $1 * interval '1 ms'
         and not exists (select from opinion.note n where n.draw_id = d.id and n.phase = 'after')
       order by d.finished_at`,
      [withinMs],
      'to take after',
    );
    return rows.map(({ id }) => id);
  }

  /** The first moment of a day, `2026-11-23`, in a time zone. */
  async startOfDay(date: string, timeZone: string): Promise<Date> {
    const [row] = await this.#rows<{ at: Date }>('select $1::date::timestamp at time zone $2 as at', [date, timeZone]);
    return row!.at;
  }

  /** The root of the sealed tickets as it was first computed; null where none was. */
  async firstRoot(drawId: string): Promise<Buffer | null> {
    const [row] = await this.#rows<{ root: Buffer }>(
      `select root from opinion.note where draw_id = $1 and phase = 'before' order by id limit 1`,
      [drawId],
    );
    return row?.root ?? null;
  }

  /** Within `atOneMoment`: how many tickets a draw has, and their stakes. */
  async sumOfTickets(drawId: string): Promise<{ tickets: number; stakes: number }> {
    const [row] = await this.#rows<{ tickets: string; stakes: string }>(
      'select count(*) as tickets, coalesce(sum(stake), 0) as stakes from opinion.ticket where draw_id = $1',
      [drawId],
    );
    return { tickets: Number(row!.tickets), stakes: Number(row!.stakes) };
  }

  async figures(drawId: string): Promise<Map<number, readonly number[]>> {
    const rows = await this.#rows<{ bet_type: number; figures: string[] }>(
      `select bet_type, array[tickets, stakes, won, payouts]::text[] as figures from opinion.figure where draw_id = $1`,
      [drawId],
    );
    return new Map(rows.map(({ bet_type, figures }) => [bet_type, figures.map(Number)]));
  }

  /** Everything that `work` reads comes from one snapshot. */
  async atOneMoment<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query(`begin isolation level repeatable read read only; ${planning}`);
    try {
      return await work();
    } finally {
      await this.#client.query('rollback').catch(() => {});
    }
  }

  /** Call it within `atOneMoment`. The rows are in ascending order of ids where they have to be compared with the dues. */
  tickets(drawId: string, inOrder = false): Promise<Rows> {
    return this.#declare(
      'tickets',
      `select ${packTicket} from opinion.ticket where draw_id = $1 ${inOrder ? 'order by id' : ''}`,
      [drawId],
    );
  }

  /** One row a ticket, in ascending order of ids. */
  dues(drawId: string): Promise<Rows> {
    return this.#declare(
      'dues',
      `select ${packDue('sum(to_dep)', 'sum(to_win)', 'is_owners')} from opinion.due where draw_id = $1 group by ticket_id order by ticket_id`,
      [drawId],
    );
  }

  /** One row a ticket, in ascending order of ids: what was moved until a minute after the draw was finished. */
  payments({ id, listedAt, finishedAt, status }: KeptDraw): Promise<Rows> {
    const isVoid = status === 'void';
    return this.#declare(
      'payments',
      `select ${packDue(
        `sum(amount) filter (where to_account = 'client_dep')`,
        `sum(amount) filter (where to_account = 'client_win')`,
        `is_owners and kind = $4 and from_account = $5 and to_account in ('client_dep', 'client_win')`,
      )} from opinion.payment
       where draw_id = $1 and at >= $2 and at < $3::timestamptz + interval '${paymentsMargin}' group by ticket_id order by ticket_id`,
      [id, listedAt, finishedAt, isVoid ? 'refund' : 'payout', isVoid ? 'draw_stakes' : 'house'],
    );
  }

  /** The published leaves, in their order, some in a row. */
  leaves(drawId: string): Promise<Rows> {
    return this.#declare('leaves', 'select hashes from opinion.leaf_chunk where draw_id = $1 order by chunk', [drawId]);
  }

  async #declare(name: string, sql: string, params: readonly unknown[]): Promise<Rows> {
    await this.#client.query(`declare ${name} no scroll cursor for ${sql}`, [...params]);
    // Binary: the bytes as they are, instead of their hexadecimal digits.
    const fetch = { text: `fetch ${rowsAtOnce} from ${name}`, rowMode: 'array', binary: true } as const;
    return new Rows(async () => (await this.#client.query<[Buffer]>(fetch)).rows.map(([row]) => row));
  }

  async noteBefore(drawId: string, { tickets, stakes, root, differs }: Opinion, program: string): Promise<Noted> {
    const [noted] = await this.#rows<Noted>('select * from opinion.note_before($1, $2, $3, $4, $5, $6)', [
      drawId,
      tickets,
      stakes,
      root,
      differs,
      program,
    ]);
    return noted!;
  }

  async noteDrawn(drawId: string, opinion: OpinionDrawn, program: string): Promise<Noted> {
    const { tickets, stakes, root, result, differs } = opinion;
    const [noted] = await this.#rows<Noted>('select * from opinion.note_drawn($1, $2, $3, $4, $5, $6, $7)', [
      drawId,
      tickets,
      stakes,
      root,
      result,
      differs,
      program,
    ]);
    return noted!;
  }

  async noteAfter(drawId: string, opinion: OpinionAfter, program: string): Promise<Noted> {
    const { tickets, stakes, root, result, won, due, digest, differs } = opinion;
    const [noted] = await this.#rows<Noted>(
      'select * from opinion.note_after($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [drawId, tickets, stakes, root, result, won, due, digest, differs, program],
    );
    return noted!;
  }
}

/** Rows that come piece by piece. Reading is synchronous while `head` holds one, so that a million need no million promises. */
export class Rows {
  #more: () => Promise<Buffer[]>;
  #piece: readonly Buffer[] = [];
  #at = 0;
  #ended = false;

  constructor(more: () => Promise<Buffer[]>) {
    this.#more = more;
  }

  /** The row that is next; undefined at the end, and where `needsMore` says so. */
  get head(): Buffer | undefined {
    return this.#piece[this.#at];
  }

  get needsMore(): boolean {
    return this.#at >= this.#piece.length && !this.#ended;
  }

  next(): void {
    this.#at++;
  }

  async fill(): Promise<void> {
    if (!this.needsMore) return;
    this.#piece = await this.#more();
    this.#at = 0;
    this.#ended = this.#piece.length === 0;
  }
}
