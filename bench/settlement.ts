import { setTimeout as sleep } from 'node:timers/promises';
import { settleDueDraw } from '#server/draws/life/settle-draw.ts';
import { withDatabase } from './database.ts';
import { markDrawn, openDraw } from './draws.ts';
import { sellTickets } from './fill.ts';
import { startClosedLoop, type Latencies } from './load/loads.ts';
import type { Rig } from './rig.ts';

interface SettlementTimes {
  readonly seconds: number;
  /** The time of a bare `UPDATE` of the status of as many tickets, the average of one before and one after. */
  readonly updateSeconds: number;
}

/** Sells and settles a draw between two runs of the statement that would settle it if tickets had a status. */
export async function timeSettlement(rig: Rig, tickets: number, winners: number): Promise<SettlementTimes> {
  const drawId = await sellDraw(rig, tickets, winners);
  await copyTickets(rig, drawId);
  const before = await timed(() => updateCopy(rig, 'lost'));
  const seconds = await timed(() => settle(rig, drawId));
  const after = await timed(() => updateCopy(rig, 'win'));
  await rig.owner.query('drop table ticket_copy');
  return { seconds, updateSeconds: (before + after) / 2 };
}

/** One foreign moment of the machine must not decide about the longest wait: so many draws settle, one after the other. */
export const settledInTurn = 4;

/** How long bets wait while another process settles draws, and in as much time before. */
export async function waitsDuringSettlement(
  rig: Rig,
  tickets: number,
  winners: number,
): Promise<{ quiet: Latencies; settling: Latencies }> {
  const sold: string[] = [];
  while (sold.length < settledInTurn) sold.push(await sellDraw(rig, tickets, winners));
  const load = {
    url: rig.server.url,
    drawId: await openDraw(rig.owner),
    connections: 8,
    players: rig.players,
    ticketsPerCheckout: 1,
  };
  await rig.owner.query('checkpoint');
  const quiet = await startClosedLoop(load);
  await sleep(8_000);
  const quietWaits = await quiet.stop();

  const loaded = await startClosedLoop(load);
  await sleep(500);
  for (const drawId of sold) await settle(rig, drawId);
  return { quiet: quietWaits, settling: await loaded.stop() };
}

async function sellDraw(rig: Rig, tickets: number, winners: number): Promise<string> {
  const drawId = await openDraw(rig.owner);
  await sellTickets(rig.owner, { drawId, tickets, winners, players: rig.players });
  await rig.owner.query('vacuum (analyze) ticket, posting, wallet');
  await markDrawn(rig.owner, drawId);
  // The seal stores these sums too.
  await rig.owner.query('insert into draw_sold select $1, bet_type, tickets, stakes from sold_of($1)', [drawId]);
  return drawId;
}

async function settle(rig: Rig, drawId: string): Promise<void> {
  await withDatabase(rig.workerConfig, 2, async (db) => {
    while (await settleDueDraw(db));
  });
  const [draw] = await rig.owner.query<{ status: string }>('select status from draw where id = $1', [drawId]);
  if (draw?.status !== 'settled') throw new Error(`the draw is ${draw?.status}`);
}

/** A table of tickets with a status, and with the same number of keys as the tickets of the comparison: one. */
async function copyTickets(rig: Rig, drawId: string): Promise<void> {
  await rig.owner.query(
    `create table ticket_copy as select *, 'pending'::text as status from ticket where draw_id = '${drawId}'`,
  );
  await rig.owner.query('alter table ticket_copy add primary key (client_id, id)');
  await rig.owner.query('vacuum (analyze) ticket_copy');
  await rig.owner.query('checkpoint');
}

async function updateCopy(rig: Rig, status: string): Promise<void> {
  await rig.owner.query('update ticket_copy set status = $1', [status]);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}
