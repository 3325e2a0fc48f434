import { betNames } from '#domain/bet-types.ts';
import type { Database } from '#database/connect.ts';
import { reportNames } from '#contract/operator/report-kinds.ts';
import { ticketSerial } from '#domain/ticket-serial.ts';

/** Sample values for addresses, and for filters without a fixed set of values. */
export interface Samples {
  /** Ids for addresses, by the first part of the address: `/clients/{id}`. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** By the filter's name, or where a call reads it in another way by both names: `listFigures from`. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** Takes common, rare and absent values of each kind: a search that finds nothing takes longest. */
export async function takeSamples(owner: Database): Promise<Samples> {
  const texts = async (sql: string) => (await owner.query<{ text: string }>(sql)).map(({ text }) => text);
  const clients = await texts(
    // The few players who play most, and as many chosen at random.
    `select id::text as text from (select n as id from generate_series(1, 20) n union all
       select 1 + n * 7919 % (select max(id) from client) from generate_series(1000, 1100) n) each`,
  );
  const draws = await texts(
    `(select id::text as text from draw where draws_at < now() order by draws_at desc limit 20)
     union all (select id::text from draw where draws_at > now() order by draws_at limit 20)
     union all (select id::text from draw order by id limit 20)`,
  );
  const payments = await texts(
    `(select id::text as text from payment order by created_at desc limit 30) union all (select id::text from payment where mismatch is not null limit 30)
     union all (select id::text from payment order by created_at limit 30)`,
  );
  const phones = await texts('select phone as text from client where id % 9973 = 1 and phone is not null limit 20');
  const tickets = await texts('select id::text as text from ticket order by accepted_at desc limit 5');
  const [edge] = await owner.query<{ now: Date; first: Date; lines: number }>(
    `select now(), (select min(draws_at) from draw) as first, (select number from console.audit_head) as lines`,
  );
  const hour = 3_600_000;
  const now = Math.floor(edge!.now.getTime() / hour) * hour;
  const instants = [0, 1, 2, 24, 24 * 7, 24 * 30].map((hours) => new Date(now - hours * hour).toISOString());
  const days = [0, 1, 7, 100].map((back) => new Date(now - back * 24 * hour).toISOString().slice(0, 10));
  const subjects = [...clients.slice(0, 4), ...clients.slice(-4)].map((id) => `client ${id}`);
  const someDraws = [draws[0]!, draws[25]!].map((id) => `draw ${id}`);
  const amounts = ['..500', '1000..5000', '1000000..'];
  const names = ['awa', 'Kouassi', 'Diallo-7', 'Kofi B Traoré', 'nobody at all'];
  return {
    ids: {
      clients,
      draws,
      payments,
      care: await texts(
        `(select id::text as text from console.care_case where closed_at is null limit 30)
         union all (select id::text from console.care_case where id % 997 < 2)`,
      ),
      requests: await texts('select id::text as text from console.request order by number desc limit 60'),
      // Dormant is of now only, and is refused for the days that the others are asked for.
      reports: reportNames.filter((name) => name !== 'dormant'),
      audit: [1, 17, Math.round(edge!.lines / 2), edge!.lines].map(String),
    },
    filters: {
      from: instants,
      to: instants,
      at: instants,
      'listFigures from': days,
      'listFigures to': days,
      'getUniformity from': days,
      'getUniformity to': days,
      why: ['The bench looks.'],
      day: [...days, edge!.first.toISOString().slice(0, 10), '2020-01-01'],
      client: clients,
      drawId: draws,
      draw: draws,
      provider: ['cinetpay', 'sandbox', 'nobody'],
      network: ['orange', 'wave', 'nobody'],
      player: [...phones.slice(0, 4), ...names, '#4711', '0099', payments[0]!],
      amount: amounts,
      staked: amounts,
      stake: amounts,
      net: ['..-1', '0..5000', '100000..'],
      country: ['CI', 'GW', '-CI', 'TG,BJ', '-CI,SN,ML,BF,TG,BJ,NE'],
      kind: ['adjust', 'call_off_draw,start_sales', 'operator_add', 'nothing'],
      'listPlayerStatement kind': ['bet', 'deposit', 'adjustment', '-bet', 'refund,withdrawal'],
      direction: ['deposit', 'withdrawal', '-deposit'],
      who: ['worker', 'support-2', 'admin-1', '-worker', 'nobody'],
      act: ['note_written', 'operator_disabled', '-draw_settled', 'nothing_of_the_kind', 'session_began,session_ended'],
      subject: [...subjects, ...someDraws, 'client 999999999999'],
      known: ['0'.repeat(64)],
      screen: ['/payments'],
      betType: betNames,
      q: [
        ...phones,
        ...phones.map((phone) => phone.slice(4, 9)),
        ...names,
        ...tickets,
        ...tickets.map((id) => ticketSerial(id)),
        `${phones[0]} ${ticketSerial(tickets[0]!)}`,
        'player77@example.com',
        'ref-12345',
        '#4711',
        payments[0]!,
      ],
    },
  };
}
