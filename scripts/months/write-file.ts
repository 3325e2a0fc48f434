import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Queryable } from '#database/connect.ts';
import {
  dayOfMonth,
  lineOf,
  readBorders,
  readInPieces,
  type Borders,
  type MonthDigest,
} from '#server/reconciliation/digest-month.ts';
import { readClosedMonths } from '#server/reconciliation/close-month.ts';
import {
  about,
  balancesName,
  buckets,
  clientsName,
  columns,
  contentsName,
  drawsName,
  format,
  leavesName,
  type Contents,
} from './month-file.ts';
import { writeZip, type ZipWriter } from './zip.ts';

interface WrittenFile {
  readonly path: string;
  readonly hash: Buffer;
  readonly length: number;
}

const fileNameOf = (month: string) => `izi-${month}.zip`;

/**
 * Writes a frozen month to a file, from one snapshot. The file has its name only once it is whole and on the disk, so after a process that died
 * it is written again.
 *
 * @param month such as `2026-10`
 * @param read is called with the path of the whole file, before it has its name, and throws where something is wrong with it
 * @throws Error where the month is not frozen, or the month before has no file yet
 */
export async function writeMonthFile(
  db: Database,
  month: string,
  folder: string,
  software: string,
  read: (path: string, hash: Buffer, length: number) => Promise<void>,
): Promise<WrittenFile> {
  const path = join(folder, fileNameOf(month));
  const part = `${path}.part`;
  const file = await open(part, 'w');
  try {
    const written = await db.transact(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      await tx.query(`set local statement_timeout = '4h'`);
      await tx.query(`set local idle_in_transaction_session_timeout = '10min'`);
      return writeAll(tx, writeZip(file), month, software);
    });
    await file.close();
    await read(part, written.hash, written.length);
    await rename(part, path);
    const directory = await open(folder);
    await directory.sync();
    await directory.close();
    return { path, ...written };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

async function writeAll(tx: Queryable, zip: ZipWriter, month: string, software: string) {
  const filed = await readFiled(tx, month);
  const borders = (await readBorders(tx, dayOfMonth(month)))!;
  const { digest } = (await readClosedMonths(tx)).find((closed) => closed.month === dayOfMonth(month))!;
  const files: Record<string, { bytes: number; sha256: string }> = {};
  const add = async (name: string, bytes: Buffer, stored?: 'stored') => {
    files[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    await zip.add(name, bytes, stored);
  };
  await writeClients(tx, borders, add);
  await writeDraws(tx, borders, add);
  const closings = await writeBalances(tx, month, add);
  const contents: Contents = {
    format,
    about,
    month,
    borders,
    closedAt: filed.closedAt,
    software,
    previous: filed.previous,
    digest: digestOf(digest),
    closings,
    columns,
    files,
  };
  await zip.add(contentsName, Buffer.from(`${JSON.stringify(contents, null, 1)}\n`));
  return zip.end();
}

type Add = (name: string, bytes: Buffer, stored?: 'stored') => Promise<void>;

async function readFiled(tx: Queryable, month: string): Promise<{ closedAt: string; previous: string | null }> {
  const [row] = await tx.query<{ closedAt: string; frozen: boolean; previous: string | null; first: boolean }>(
    `select to_char(m.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "closedAt", m.frozen_at is not null as frozen,
       encode(b.file_hash, 'hex') as previous, b.begins_on is null as first
     from month m
     left join lateral (select * from month b where b.begins_on < m.begins_on order by b.begins_on desc limit 1) b on true
     where m.begins_on = $1`,
    [dayOfMonth(month)],
  );
  if (!row?.frozen) throw new Error(`${month} is not frozen`);
  if (row.previous === null && !row.first)
    throw new Error('the month before has no file yet, which this one would name');
  return row;
}

const digestOf = (digest: MonthDigest): Contents['digest'] => {
  const told = ({ rows, sum, hash }: MonthDigest['tickets']) => ({ rows, sum, sha256: hash.toString('hex') });
  const { tickets, postings, notes, dues } = digest;
  return { tickets: told(tickets), postings: told(postings), notes: told(notes), dues: told(dues) };
};

const aboutTickets = `('bet', 'payout', 'refund')`;

/** SQL: tickets in the months beside that postings of this month are about, as the list `beside`. */
const withBeside = ({ firstTicket, beyondTicket, firstPosting, beyondPosting }: Borders) =>
  `with beside as materialized (
    select t.* from (
      select distinct p.client_id, p.reference from every_posting p
      where p.id >= ${firstPosting} and p.id < ${beyondPosting} and p.kind in ${aboutTickets}
        and not (p.reference >= '${firstTicket}' and p.reference < '${beyondTicket}')
    ) p
    join every_ticket t on t.client_id = p.client_id and t.id = p.reference
  )`;

async function writeClients(tx: Queryable, borders: Borders, add: Add): Promise<void> {
  const { firstTicket, beyondTicket, firstPosting, beyondPosting } = borders;
  const here = (id: string) => `${id} >= '${firstTicket}' and ${id} < '${beyondTicket}'`;
  const [around] = await tx.query<{ first: number; beyond: number }>(
    `select coalesce((select max(first_posting_id) from month where first_posting_id < $1), 0) as first,
       coalesce((select min(first_posting_id) from month where first_posting_id > $2), $2) as beyond`,
    [firstPosting, beyondPosting],
  );
  const line = (kind: string, columnsOf: string) => `concat('${kind},', ${columnsOf}) as line`;
  const sql = `${withBeside(borders)}
    select (client_id & ${buckets - 1})::integer as bucket, line from (
      select t.client_id, 1 as place, t.id::text as key, ${line('ticket', lineOf.tickets)} from every_ticket t where ${here('t.id')}
      union all
      select u.client_id, 2, u.ticket_id::text, ${line('due', lineOf.dues)}
      from (select distinct draw_id from every_ticket as ticket where ${here('id')}) d join due u on u.draw_id = d.draw_id where ${here('u.ticket_id')}
      union all
      select p.client_id, 3, lpad(p.id::text, 19, '0'), ${line('posting', lineOf.postings)}
      from every_posting p where p.id >= ${firstPosting} and p.id < ${beyondPosting}
      union all
      select t.client_id, 4, t.id::text, ${line('ticket-beside', lineOf.tickets)} from beside t
      union all
      select u.client_id, 5, u.ticket_id::text, ${line('due-beside', lineOf.dues)}
      from beside t join due u on (u.draw_id, u.client_id, u.ticket_id) = (t.draw_id, t.client_id, t.id)
      union all
      select p.client_id, 6, lpad(p.id::text, 19, '0'), ${line('posting-beside', lineOf.postings)}
      from every_posting p
      where p.id >= ${around!.first} and p.id < ${around!.beyond} and not (p.id >= ${firstPosting} and p.id < ${beyondPosting})
        and p.kind in ${aboutTickets} and (${here('p.reference')} or p.reference in (select id from beside))
    ) each order by 1, client_id, place, key`;
  let bucket = 0;
  let lines: Buffer[] = [];
  const finish = async () => {
    if (lines.length > 0) await add(clientsName(bucket), Buffer.concat(lines));
    lines = [];
  };
  for await (const rows of readInPieces<{ bucket: number; line: string }>(tx, sql)) {
    for (const [own, some] of Map.groupBy(rows, (row) => row.bucket)) {
      if (own !== bucket) await finish();
      bucket = own;
      lines.push(Buffer.from(some.map((row) => `${row.line}\n`).join('')));
    }
  }
  await finish();
}

async function writeDraws(tx: Queryable, borders: Borders, add: Add): Promise<void> {
  const { firstTicket, beyondTicket } = borders;
  const hex = (columnsOf: readonly string[]) => columnsOf.map((column) => `encode(${column}, 'hex')`).join(`, ',', `);
  const draws = await tx.query<{ id: string; sealed: boolean; line: string }>(
    `${withBeside(borders)}
     select d.id, s.draw_id is not null as sealed, concat(d.id, ',', d.status, ',', d.result, ',',
       ${hex(['c.record', 'c.commitment', 'c.signature', 'c.operator_key', 's.record', 's.signature', 'r.seed', 'b.signature', 'k.salt_key'])},
       ',', n.here, ',', n.beside) as line
     from (
       select draw_id, count(*) filter (where here) as here, count(*) filter (where not here) as beside
       from (
         select draw_id, true as here from every_ticket as ticket where id >= '${firstTicket}' and id < '${beyondTicket}'
         union all select draw_id, false from beside
         union all
         select draw_id, null from every_posting as posting
         where kind = 'stakes_banked' and id >= ${borders.firstPosting} and id < ${borders.beyondPosting}
       ) each group by draw_id
     ) n
     join draw d on d.id = n.draw_id
     join commitment c on c.draw_id = d.id
     left join draw_salt k on k.draw_id = d.id
     left join seal s on s.draw_id = d.id
     left join reveal r on r.draw_id = d.id
     left join known_round b on (b.chain, b.round) = (c.beacon_chain, c.beacon_round)
     order by d.id`,
  );
  await add(drawsName, Buffer.from(draws.map(({ line }) => `${line}\n`).join('')));
  for (const { id, sealed } of draws) {
    if (!sealed) continue;
    const chunks = await tx.query<{ hashes: Buffer }>(
      'select hashes from tree_chunk where draw_id = $1 and tier = 0 order by chunk',
      [id],
    );
    // Stored, so that a range of the file's bytes is a draw. Hashes would not become shorter.
    await add(leavesName(id), Buffer.concat(chunks.map(({ hashes }) => hashes)), 'stored');
  }
}

async function writeBalances(tx: Queryable, month: string, add: Add): Promise<Contents['closings']> {
  const lines: Buffer[] = [];
  const sql = `select concat_ws(',', m.client_id, coalesce(o.dep, 0), coalesce(o.win, 0), coalesce(o.held, 0), coalesce(o.owed, 0),
      m.dep, m.win, m.held, m.owed, m.last_id) as line
    from month_balance m
    left join lateral (
      select * from month_balance o where o.client_id = m.client_id and o.month < m.month order by o.month desc limit 1
    ) o on true
    where m.month = '${dayOfMonth(month)}' order by m.client_id`;
  for await (const rows of readInPieces<{ line: string }>(tx, sql)) {
    lines.push(Buffer.from(rows.map(({ line }) => `${line}\n`).join('')));
  }
  await add(balancesName, Buffer.concat(lines));
  const [closings] = await tx.query<Contents['closings']>(
    `select count(*) as clients, coalesce(sum(dep), 0)::bigint as dep, coalesce(sum(win), 0)::bigint as win,
       coalesce(sum(held), 0)::bigint as held, coalesce(sum(owed), 0)::bigint as owed
     from month_balance where month = $1`,
    [dayOfMonth(month)],
  );
  return { ...closings! };
}
