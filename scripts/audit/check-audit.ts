import { createHash } from 'node:crypto';
import type { Database, Queryable } from '#database/connect.ts';
import { auditHeadMessage, hashLine, isNobodysName, noHash } from '#domain/audit.ts';
import { verifySignature } from '#domain/fair-draw/signatures.ts';
import { refuseSignatures, type StoredRequest } from '#server/signed-acts/signatures.ts';
import { checkTraces } from './check-traces.ts';
import type { Fault } from './fault.ts';

export interface AuditReport {
  readonly lines: number;
  /** The hash of the last line, in hex. */
  readonly head: string;
  readonly signedHeads: number;
  readonly requests: number;
  /** Days. */
  readonly looks: number;
  /** Kinds of acts that take two. */
  readonly kinds: number;
  /** Those of lines first, in the order of the lines. */
  readonly faults: readonly Fault[];
  /** Each hash that was kept, and the line that has it. */
  readonly found: readonly { readonly hash: string; readonly number: number | null }[];
}

const linesAtOnce = 10_000;

/** Checks the whole audit in one snapshot, with nothing but what the tables hold. @param kept hashes that somebody noted, in hex */
export function checkAudit(db: Database, kept: readonly string[]): Promise<AuditReport> {
  return db.transact(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const chain = await checkChain(tx, kept);
    const signed = await checkHeads(tx, chain.hashes);
    const requests = await checkRequests(tx);
    const looks = await checkLooks(tx);
    const traces = await checkTraces(tx);
    const found = kept.map((hash) => ({ hash, number: chain.kept.get(hash) ?? null }));
    const missing = found
      .filter(({ number }) => number === null)
      .map(({ hash }): Fault => ({
        number: null,
        because: `No line has the hash ${hash} that was kept: a line up to it was changed or taken away.`,
      }));
    const faults = [...chain.faults, ...signed.faults, ...requests.faults, ...looks.faults, ...traces.faults];
    return {
      lines: chain.lines,
      head: chain.head,
      signedHeads: signed.count,
      requests: requests.count,
      looks: looks.count,
      kinds: traces.kinds,
      faults: [...faults.toSorted((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity)), ...missing],
      found,
    };
  });
}

interface LineRow {
  readonly number: number;
  readonly at: string;
  /** The operator; null where the line is nobody's. */
  readonly who: string | null;
  readonly act: string;
  readonly subject: string | null;
  readonly request_id: string | null;
  readonly record: Buffer;
  readonly hash: Buffer;
}

interface Chain {
  readonly lines: number;
  readonly head: string;
  /** The hashes of the lines that were signed, by number. */
  readonly hashes: ReadonlyMap<number, Buffer>;
  /** The numbers of the lines whose hashes were kept. */
  readonly kept: ReadonlyMap<string, number>;
  readonly faults: readonly Fault[];
}

/** Each line is the next one, and hashes what was before it. @param kept as in `checkAudit` */
async function checkChain(tx: Queryable, kept: readonly string[]): Promise<Chain> {
  const signed = new Set(
    (await tx.query<{ number: number }>('select number from console.signed_head')).map(({ number }) => number),
  );
  const faults: Fault[] = [];
  const hashes = new Map<number, Buffer>();
  const numbers = new Map<string, number>();
  let last = 0;
  let lines = 0;
  let hash: Uint8Array = noHash;
  for (;;) {
    const rows = await tx.query<LineRow>(
      `select a.number, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, o.name as who,
         a.act, a.subject, a.request_id, a.record, a.hash
       from console.audit a left join console.operator o on o.id = a.operator_id
       where a.number > $1 order by a.number limit ${linesAtOnce}`,
      [last],
    );
    for (const row of rows) {
      if (row.number !== last + 1) faults.push({ number: last + 1, because: 'It is missing.' });
      const because = refuseLine(row, row.number === last + 1 ? hash : null);
      if (because !== null) faults.push({ number: row.number, because });
      last = row.number;
      lines += 1;
      hash = row.hash;
      if (signed.has(last)) hashes.set(last, row.hash);
      const hex = row.hash.toString('hex');
      if (kept.includes(hex)) numbers.set(hex, last);
    }
    if (rows.length < linesAtOnce) break;
  }
  const [head] = await tx.query<{ number: number; hash: Buffer }>('select number, hash from console.audit_head');
  if (!head || head.number !== last || !head.hash.equals(hash)) {
    faults.push({ number: last + 1, because: 'It is missing, and so is what followed it.' });
  }
  return { lines, head: Buffer.from(hash).toString('hex'), hashes, kept: numbers, faults };
}

/** @param before the hash of the line before; null where that is missing, so that this line's hash says nothing */
function refuseLine(row: LineRow, before: Uint8Array | null): string | null {
  if (before && !row.hash.equals(hashLine(before, row.record)))
    return 'Its hash is not that of the line before and its record.';
  const record = parseRecord(row.record);
  if (record === null) return 'Its record is not JSON.';
  const { act, subject, request, at, who } = record;
  const agrees =
    act === row.act &&
    subject === row.subject &&
    request === row.request_id &&
    at === row.at &&
    (isNobodysName(who) ? null : who) === row.who;
  return agrees ? null : 'Its columns say something else than its record.';
}

function parseRecord(record: Buffer): Record<string, unknown> | null {
  try {
    return JSON.parse(record.toString()) as Record<string, unknown>;
  } catch {
    return null;
  }
}

interface HeadRow {
  readonly number: number;
  readonly hash: Buffer;
  readonly at_ms: number;
  readonly operator_key: Buffer;
  readonly signature: Buffer;
}

/** Each signed head is that of its line, and signed by a key of the operator. */
async function checkHeads(tx: Queryable, hashes: Chain['hashes']): Promise<{ count: number; faults: Fault[] }> {
  const keys = await tx.query<{ public_key: Buffer }>('select public_key from operator_key');
  const heads = await tx.query<HeadRow>(
    'select number, hash, at_ms, operator_key, signature from console.signed_head order by number',
  );
  const faults: Fault[] = [];
  let lastGood = 0;
  for (const { number, hash, at_ms: atMs, operator_key: key, signature } of heads) {
    if (!keys.some(({ public_key }) => public_key.equals(key))) {
      faults.push({
        number,
        because: `Its head is signed by ${key.toString('hex')}, which is no key of the operator.`,
      });
    } else if (!verifySignature(signature, auditHeadMessage({ number, hash, atMs }), key)) {
      faults.push({ number, because: 'The signature of its head is not right.' });
    } else if (hashes.get(number)?.equals(hash)) {
      lastGood = number;
    } else {
      faults.push({
        number: lastGood + 1,
        because: `The head at line ${number} was signed when it had another hash: a line from ${lastGood + 1} to ${number} was changed.`,
      });
    }
  }
  const lines = await tx.query<{ number: number; after: Record<string, string> }>(
    `select number, convert_from(record, 'UTF8')::jsonb -> 'after' as after from console.audit where act = 'head_signed' order by number`,
  );
  for (const { number, after } of lines) {
    if (!heads.some((head) => head.signature.toString('hex') === after['signature'])) {
      faults.push({ number, because: 'The signed head that it tells of is missing.' });
    }
  }
  const told = new Set(lines.map(({ after }) => after['signature']));
  for (const { number, signature } of heads) {
    if (!told.has(signature.toString('hex'))) {
      faults.push({
        number: number + 1,
        because: `It told of the head that was signed at line ${number}, and is missing.`,
      });
    }
  }
  return { count: heads.length, faults };
}

interface RequestRow extends StoredRequest {
  readonly number: number;
  readonly status: string;
  readonly approved: boolean;
  readonly ended_by: string | null;
  readonly lines: readonly { readonly number: number; readonly act: string; readonly who: string }[];
  readonly in_demo: boolean;
}

const requestsAtOnce = 500;

/** Each request agrees with its lines, and two people signed each approved request. */
async function checkRequests(tx: Queryable): Promise<{ count: number; faults: Fault[] }> {
  const faults: Fault[] = [];
  let count = 0;
  for (let last = 0; ;) {
    const rows = await tx.query<RequestRow>(
      `select r.id, r.number, r.kind, r.subject, r.status::text, r.act, a.name as asked_by, b.name as approved_by, e.name as ended_by,
         r.asked_signature, r.approved_signature, r.unsigned, r.approved_by is not null as approved,
         (select coalesce(jsonb_object_agg(translate(encode(p.credential_id, 'base64'), E'+/=\\n', '-_'), encode(p.public_key, 'hex')), '{}')
          from console.passkey p where p.operator_id = r.asked_by) as asked_keys,
         (select coalesce(jsonb_object_agg(translate(encode(p.credential_id, 'base64'), E'+/=\\n', '-_'), encode(p.public_key, 'hex')), '{}')
          from console.passkey p where p.operator_id = r.approved_by) as approved_keys,
         exists (select from site_mode where mode = 'demo') as in_demo,
         (select coalesce(jsonb_agg(jsonb_build_object('number', l.number, 'act', l.act, 'who', coalesce(o.name, 'worker')) order by l.number), '[]')
          from console.audit l left join console.operator o on o.id = l.operator_id where l.request_id = r.id) as lines
       from console.request r join console.operator a on a.id = r.asked_by
       left join console.operator b on b.id = r.approved_by left join console.operator e on e.id = r.ended_by
       where r.number > $1 and r.unsigned is distinct from 'token' order by r.number limit ${requestsAtOnce}`,
      [last],
    );
    for (const row of rows) {
      const fault = await refuseRequest(row);
      if (fault !== null) faults.push(fault);
    }
    count += rows.length;
    if (rows.length < requestsAtOnce) return { count, faults };
    last = rows.at(-1)!.number;
  }
}

async function refuseRequest(row: RequestRow): Promise<Fault | null> {
  const name = `request R-${row.number} (${row.kind} of ${row.subject})`;
  const expected: [act: string, who: string][] = [['request_made', row.asked_by]];
  if (row.approved) expected.push(['request_approved', row.approved_by]);
  if (row.status !== 'asked' && row.status !== 'approved') {
    expected.push([`request_${row.status}`, row.ended_by ?? 'worker']);
  }
  const told = row.lines.filter(({ act }) => act !== 'request_opened');
  for (const [act, who] of expected) {
    const line = told.find((one) => one.act === act);
    if (!line)
      return {
        number: row.lines.at(-1)?.number ?? null,
        because: `The ${name} is ${row.status}, and no line says ${act}.`,
      };
    if (line.who !== who)
      return {
        number: line.number,
        because: `It says that ${line.who} did this to the ${name}, and the request says ${who}.`,
      };
  }
  const more = told.find(({ act }) => act.startsWith('request_') && !expected.some(([one]) => one === act));
  if (more) return { number: more.number, because: `It says ${more.act}, and the ${name} is ${row.status}.` };
  if (!row.approved) return null;
  const wrong = row.unsigned !== null && !row.in_demo ? 'It lacks a signature.' : await refuseSignatures(row);
  const approval = told.find(({ act }) => act === 'request_approved')!;
  return wrong === null ? null : { number: approval.number, because: `The ${name}: ${wrong}` };
}

interface DayRow {
  readonly day: string;
  readonly looks: number;
  readonly hash: Buffer;
  readonly audit_number: number;
  readonly after: { readonly looks: number; readonly sha256: string } | null;
}

/** The looks of each day are those whose hash the audit holds. */
async function checkLooks(tx: Queryable): Promise<{ count: number; faults: Fault[] }> {
  const faults: Fault[] = [];
  const days = await tx.query<DayRow>(
    `select d.day::text, d.looks, d.hash, d.audit_number, convert_from(a.record, 'UTF8')::jsonb -> 'after' as after
     from console.view_digest d left join console.audit a on a.number = d.audit_number order by d.day`,
  );
  for (const { day, audit_number: number, after } of days) {
    const looks = await tx.query<{ line: string }>(
      `select jsonb_build_array(v.id, to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), o.name, v.session, v.address,
         v.subject, v.what, v.why)::text as line
       from console.view_log v join console.operator o on o.id = v.operator_id
       where v.at >= $1::date::timestamp at time zone 'UTC' and v.at < ($1::date + 1)::timestamp at time zone 'UTC' order by v.id`,
      [day],
    );
    const sha256 = createHash('sha256');
    for (const { line } of looks) sha256.update(createHash('sha256').update(line).digest());
    if (after?.looks !== looks.length || after.sha256 !== sha256.digest('hex')) {
      faults.push({ number, because: `The looks of ${day} are not those that it was made from.` });
    }
  }
  return { count: days.length, faults };
}
