import { createCipheriv, createHash, type Cipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as v from 'valibot';
import { betTypeOfCode } from '#domain/bet-types.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { MalformedBytes, equalBytes, uuidBytes } from '#domain/fair-draw/bytes.ts';
import { decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { findLeaf } from '#domain/fair-draw/leaves.ts';
import { countLeaves } from '#domain/fair-draw/merkle.ts';
import { decodeSeal } from '#domain/fair-draw/seal-record.ts';
import { encodeTicket, leafMessage } from '#domain/fair-draw/ticket-record.ts';
import { verifyDraw } from '#domain/fair-draw/verify-draw.ts';
import type { DrawStatus } from '#domain/draw.ts';
import { payoutOf } from '#domain/outcome.ts';
import { decodeNumbers } from '#domain/result.ts';
import { platformHash } from '#server/fair-draw/platform-hash.ts';
import {
  balancesName,
  buckets,
  clientsName,
  contentsName,
  contentsSchema,
  drawsName,
  leavesName,
  lineKinds,
  linesOf,
  readDue,
  readHash,
  readPosting,
  readTicket,
  readWhole,
  requireFields,
  type Contents,
  type DueLine,
  type LineKind,
  type PostingLine,
  type TicketLine,
} from './month-file.ts';
import { BrokenZip, readZip, type ZipReader } from './zip.ts';

export interface FileCheck {
  /** The beacon chains that the checker trusts. */
  readonly chains: readonly BeaconChain[];
  /** The operator's keys as the checker knows them from elsewhere; none for any. */
  readonly operatorKeys?: readonly Uint8Array[];
  /** The file of the month before. */
  readonly before?: string | undefined;
}

/** The content of a file, and its faults. */
interface FileReport {
  readonly contents: Contents | null;
  readonly draws: number;
  readonly tickets: number;
  readonly postings: number;
  /** The operator's keys that signed its draws, in hexadecimal. */
  readonly operatorKeys: readonly string[];
  /** In words, the first hundred; none where all is right. */
  readonly problems: readonly string[];
}

const mostProblems = 100;
/** Enough is wrong. */
class Enough extends Error {}

interface Balance {
  dep: number;
  win: number;
  held: number;
  owed: number;
}
type AccountName = keyof Balance;

interface Draw {
  readonly id: string;
  readonly status: string;
  readonly result: readonly number[] | null;
  readonly cipher: Cipheriv | null;
  readonly leaves: Uint8Array | null;
  /** For each leaf, whether a ticket has it. */
  readonly found: Uint8Array;
  readonly size: number;
  readonly totalStake: number | null;
  readonly here: number;
  readonly beside: number;
  /** Sales went on on both sides of a border, so that not all tickets are here. */
  readonly isAcross: boolean;
  foundHere: number;
  foundBeside: number;
  stakes: number;
}

interface Reading {
  readonly zip: ZipReader;
  readonly contents: Contents;
  readonly draws: Map<string, Draw>;
  readonly balances: Map<string, { before: Balance; after: Balance; lastId: number }>;
  readonly read: Set<string>;
  readonly operatorKeys: Set<string>;
  readonly report: (problem: string) => void;
}

/**
 * Verifies the file of a month from the file alone: each entry against its hash, each ticket's record and leaf, each draw's tree, signatures
 * and result, what it owes by the rules, and each posting against tickets, dues and the balances before and after.
 */
export async function verifyMonthFile(path: string, check: FileCheck): Promise<FileReport> {
  const problems: string[] = [];
  const report = (problem: string) => {
    problems.push(problem);
    if (problems.length >= mostProblems) throw new Enough();
  };
  const counts = { draws: 0, tickets: 0, postings: 0 };
  const sums = { stakes: 0, posted: 0 };
  const operatorKeys = new Set<string>();
  let contents: Contents | null = null;
  let zip: ZipReader | undefined;
  try {
    zip = await readZip(path);
    contents = readContents(await zip.read(contentsName));
    const reading: Reading = {
      zip,
      contents,
      draws: new Map(),
      balances: new Map(),
      read: new Set([contentsName]),
      operatorKeys,
      report,
    };
    await checkBefore(reading, check.before);
    await readBalances(reading);
    await readDraws(reading, check);
    for (let bucket = 0; bucket < buckets; bucket++) await readClients(reading, bucket, counts, sums);
    counts.draws = reading.draws.size;
    checkTotals(reading, counts, sums);
  } catch (error) {
    if (error instanceof BrokenZip || error instanceof MalformedBytes) problems.push(error.message);
    else if (!(error instanceof Enough)) throw error;
  } finally {
    await zip?.close();
  }
  return { contents, ...counts, operatorKeys: [...operatorKeys], problems };
}

function readContents(bytes: Buffer): Contents {
  try {
    return v.parse(contentsSchema, JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new BrokenZip(`${contentsName}: ${(error as Error).message}`);
  }
}

async function readFile({ zip, contents, read, report }: Reading, name: string): Promise<Buffer> {
  const bytes = await zip.read(name);
  const said = contents.files[name];
  if (!said) report(`${name} is not in ${contentsName}`);
  else if (createHash('sha256').update(bytes).digest('hex') !== said.sha256 || bytes.length !== said.bytes) {
    report(`${name} has another hash than ${contentsName} says`);
  }
  read.add(name);
  return bytes;
}

async function checkBefore({ contents, report }: Reading, before: string | undefined): Promise<void> {
  if (before === undefined) return;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(before)) hash.update(piece as Buffer);
  if (hash.digest('hex') !== contents.previous)
    report('the file of the month before has another hash than this one names');
}

async function readBalances(reading: Reading): Promise<void> {
  const { balances, contents, report } = reading;
  const sums: Balance = { dep: 0, win: 0, held: 0, owed: 0 };
  for (const fields of linesOf(balancesName, await readFile(reading, balancesName))) {
    const [client, ...rest] = requireFields(fields, 10, balancesName);
    const [a, b, c, d, dep, win, held, owed, lastId] = rest.map((field) => readWhole(field, balancesName)) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (balances.has(client!)) report(`client ${client} has two balances`);
    const after = { dep, win, held, owed };
    balances.set(client!, { before: { dep: a, win: b, held: c, owed: d }, after, lastId });
    for (const account of accountNames) sums[account] += after[account];
  }
  const said = contents.closings;
  if (said.clients !== balances.size || accountNames.some((account) => said[account] !== sums[account])) {
    report(`the balances do not add up to those of ${contentsName}`);
  }
}

const accountNames: readonly AccountName[] = ['dep', 'win', 'held', 'owed'];

async function readDraws(reading: Reading, check: FileCheck): Promise<void> {
  for (const fields of linesOf(drawsName, await readFile(reading, drawsName))) {
    const [id, status, result, ...rest] = requireFields(fields, 14, drawsName);
    const [record, commitment, commitmentSignature, operatorKey, seal, sealSignature, seed, beaconSignature, saltKey] =
      rest.slice(0, 9).map(readHash);
    if (!record || !commitment || !commitmentSignature || !operatorKey)
      throw new BrokenZip(`draw ${id} has no commitment`);
    // A Buffer's slice is no copy, as the functions of the domain take it for.
    const leaves = seal ? new Uint8Array(await readFile(reading, leavesName(id!))) : null;
    const terms = decodeDraw(record);
    const numbers = result === '' ? null : decodeNumbers(readWhole(result, drawsName));
    const steps = await verifyDraw({
      drawId: id!,
      proof: {
        draw: record,
        commitment,
        commitmentSignature,
        seal: seal ?? null,
        sealSignature: sealSignature ?? null,
        seed: seed ?? null,
        beacon: {
          kind: terms.beacon.kind,
          chain: terms.beacon.ref,
          round: terms.beacon.round,
          signature: beaconSignature ?? null,
        },
        result: numbers,
        operatorKey,
      },
      chains: check.chains,
      leaves: leaves ?? undefined,
      shown: {
        status: status as DrawStatus,
        closesAt: terms.closesAt,
        drawsAt: terms.drawsAt,
        commitment,
        result: numbers,
      },
    });
    for (const step of steps) {
      if (step.state === 'failed') reading.report(`draw ${id}, ${step.name}: ${step.sentence}`);
    }
    if (check.operatorKeys && !check.operatorKeys.some((known) => equalBytes(known, operatorKey))) {
      reading.report(`draw ${id} is signed with another key than the operator’s`);
    }
    reading.operatorKeys.add(operatorKey.toString('hex'));
    const sealed = seal ? decodeSeal(seal) : null;
    const [here, beside] = rest.slice(9).map((field) => readWhole(field, drawsName));
    const { firstTicket, beyondTicket } = reading.contents.borders;
    const hour = 3_600_000;
    reading.draws.set(id!, {
      id: id!,
      status: status!,
      result: numbers,
      cipher: saltKey ? createCipheriv('aes-256-ecb', saltKey, null).setAutoPadding(false) : null,
      leaves,
      found: new Uint8Array(leaves ? countLeaves(leaves) : 0),
      size: sealed?.size ?? 0,
      totalStake: sealed?.totalStake ?? null,
      here: here!,
      beside: beside!,
      // Ids were made 25 hours before the sales at the earliest.
      isAcross: timeOf(firstTicket) > terms.opensAt - 25 * hour || timeOf(beyondTicket) < terms.closesAt + hour,
      foundHere: 0,
      foundBeside: 0,
      stakes: 0,
    });
  }
}

/** The milliseconds that an id begins with. */
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

interface ClientLines {
  readonly client: string;
  readonly tickets: TicketLine[];
  readonly dues: DueLine[];
  readonly postings: PostingLine[];
  readonly beside: { readonly tickets: TicketLine[]; readonly dues: DueLine[]; readonly postings: PostingLine[] };
}

const noLines = (client: string): ClientLines => ({
  client,
  tickets: [],
  dues: [],
  postings: [],
  beside: { tickets: [], dues: [], postings: [] },
});

async function readClients(
  reading: Reading,
  bucket: number,
  counts: { tickets: number; postings: number },
  sums: { stakes: number; posted: number },
): Promise<void> {
  const name = clientsName(bucket);
  if (!reading.zip.names.includes(name)) return;
  let lines: ClientLines | null = null;
  const finish = () => {
    if (!lines) return;
    checkClient(reading, lines);
    counts.tickets += lines.tickets.length;
    counts.postings += lines.postings.length;
    for (const { stake } of lines.tickets) sums.stakes += stake;
    for (const { amount } of lines.postings) sums.posted += amount;
  };
  for (const [kind, ...fields] of linesOf(name, await readFile(reading, name))) {
    if (!lineKinds.includes(kind as LineKind)) throw new BrokenZip(`${name} has a line of the kind “${kind}”`);
    const client = fields[1] ?? '';
    if (lines?.client !== client) {
      finish();
      if (Number(client) % buckets !== bucket) reading.report(`client ${client} is in ${name}`);
      // A client whose lines are in two places would have two chains of balances.
      if (lines && BigInt(client) <= BigInt(lines.client))
        reading.report(`client ${client} is not in order in ${name}`);
      lines = noLines(client);
    }
    addLine(lines, kind as LineKind, fields, name);
  }
  finish();
}

function addLine(lines: ClientLines, kind: LineKind, fields: string[], name: string): void {
  const to = kind.endsWith('-beside') ? lines.beside : lines;
  if (kind.startsWith('ticket')) to.tickets.push(readTicket(fields, name));
  else if (kind.startsWith('due')) to.dues.push(readDue(fields, name));
  else to.postings.push(readPosting(fields, name));
}

function checkClient(reading: Reading, lines: ClientLines): void {
  if (lines.client === '0') checkBanked(reading, lines);
  else {
    checkTickets(reading, lines);
    checkBets(reading, lines);
    checkDues(reading, lines);
    checkBalances(reading, lines);
  }
}

/** The stakes of a draw that was drawn went to the house, all of them once. */
function checkBanked({ draws, contents, report }: Reading, { postings }: ClientLines): void {
  const seen = new Set<string>();
  for (const { id, kind, from, to, amount, reference } of postings) {
    const draw = draws.get(reference);
    const isRight = kind === 'stakes_banked' && from === 'draw_stakes' && to === 'house' && draw?.totalStake === amount;
    if (!isRight || seen.has(reference)) report(`posting ${id} does not bank the stakes of a draw here`);
    if (!isPostingHere(contents, id)) report(`posting ${id} is not one of this month`);
    seen.add(reference);
  }
}

const isPostingHere = ({ borders }: Contents, id: number) => id >= borders.firstPosting && id < borders.beyondPosting;
const isTicketHere = ({ borders }: Contents, id: string) => id >= borders.firstTicket && id < borders.beyondTicket;

function checkTickets({ draws, contents, report }: Reading, lines: ClientLines): void {
  for (const [tickets, here] of [
    [lines.tickets, true],
    [lines.beside.tickets, false],
  ] as const) {
    let last = '';
    for (const ticket of tickets) {
      const { id } = ticket;
      if (id <= last) report(`ticket ${id} is not in order`);
      last = id;
      if (isTicketHere(contents, id) !== here) report(`ticket ${id} is not where its month is`);
      const draw = draws.get(ticket.draw);
      if (!draw) {
        report(`ticket ${id} is of a draw that is not here`);
        continue;
      }
      if (here) draw.foundHere += 1;
      else draw.foundBeside += 1;
      draw.stakes += ticket.stake;
      // A draw that was never sealed has no tree.
      if (draw.leaves === null) continue;
      const leaf = leafOf(draw, ticket);
      const at = leaf ? findLeaf(draw.leaves, leaf) : -1;
      if (at === -1) report(`ticket ${id} is not in the tree of its draw`);
      else if (draw.found[at]) report(`ticket ${id} is there twice`);
      else draw.found[at] = 1;
    }
  }
}

function leafOf({ cipher }: Draw, ticket: TicketLine): Uint8Array | null {
  if (!cipher) return null;
  const record = encodeTicket({
    drawId: ticket.draw,
    ticketId: ticket.id,
    acceptedAt: Date.parse(ticket.at),
    name: betTypeOfCode(ticket.betType).name,
    stake: ticket.stake,
    numbers: decodeNumbers(ticket.selection),
    salt: cipher.update(uuidBytes(ticket.id)),
  });
  return platformHash(leafMessage(record));
}

interface Moved {
  dep: number;
  win: number;
}

/** The sums of postings of some kinds from or to the two wallets, by their ticket. */
function sumByTicket(
  lines: ClientLines,
  kinds: readonly string[],
  side: 'from' | 'to',
): Map<string, Moved & { at: Set<string> }> {
  const sums = new Map<string, Moved & { at: Set<string> }>();
  for (const posting of [...lines.postings, ...lines.beside.postings]) {
    if (!kinds.includes(posting.kind)) continue;
    const sum = sums.get(posting.reference) ?? { dep: 0, win: 0, at: new Set() };
    if (posting[side] === 'client_dep') sum.dep += posting.amount;
    else sum.win += posting.amount;
    sum.at.add(posting.at);
    sums.set(posting.reference, sum);
  }
  return sums;
}

function checkBets({ report }: Reading, lines: ClientLines): void {
  const bets = sumByTicket(lines, ['bet'], 'from');
  for (const { id, stake, stakeWin, at } of [...lines.tickets, ...lines.beside.tickets]) {
    const paid = bets.get(id);
    const isPaid = paid?.dep === stake - stakeWin && paid.win === stakeWin && paid.at.size === 1 && paid.at.has(at);
    if (!isPaid) report(`ticket ${id} was not paid for as it says`);
    bets.delete(id);
  }
  for (const id of bets.keys()) report(`a bet was posted for ticket ${id}, which is not here`);
}

function checkDues({ draws, report }: Reading, lines: ClientLines): void {
  const dues = new Map([...lines.dues, ...lines.beside.dues].map((due) => [due.ticket, due]));
  if (dues.size !== lines.dues.length + lines.beside.dues.length) report(`client ${lines.client} has a due twice`);
  const paid = sumByTicket(lines, ['payout', 'refund'], 'to');
  for (const ticket of [...lines.tickets, ...lines.beside.tickets]) {
    const { id } = ticket;
    const draw = draws.get(ticket.draw);
    const owed = draw && owedFor(draw, ticket);
    const due = dues.get(id);
    dues.delete(id);
    const sum = paid.get(id);
    paid.delete(id);
    // The draw of a ticket in the next month may not have been drawn yet.
    if (!owed) continue;
    const isOwed = (due?.dep ?? 0) === owed.dep && (due?.win ?? 0) === owed.win && (!due || due.draw === ticket.draw);
    if (!isOwed) report(`ticket ${id} is owed something else than the rules say`);
    if ((sum?.dep ?? 0) !== owed.dep || (sum?.win ?? 0) !== owed.win)
      report(`ticket ${id} was not paid what it is owed`);
  }
  for (const id of dues.keys()) report(`something is owed for ticket ${id}, which is not here`);
  for (const id of paid.keys()) report(`something was paid for ticket ${id}, which is not here`);
}

function owedFor(draw: Draw, { betType, selection, stake, stakeWin }: TicketLine): Moved | null {
  if (draw.status === 'void') return { dep: stake - stakeWin, win: stakeWin };
  if (draw.result === null) return null;
  return { dep: 0, win: payoutOf(betTypeOfCode(betType), decodeNumbers(selection), stake, draw.result) };
}

/** Owed is what a client owes: what comes to that account makes it less. */
const accountOf: Readonly<Record<string, readonly [AccountName, 1 | -1]>> = {
  client_dep: ['dep', 1],
  client_win: ['win', 1],
  client_held: ['held', 1],
  client_owed: ['owed', -1],
};

/** Each line of the statement follows from the one before it, from the opening to the closing. */
function checkBalances({ balances, contents, report }: Reading, { client, postings }: ClientLines): void {
  const kept = balances.get(client);
  balances.delete(client);
  if (!kept) {
    if (postings.length > 0) report(`client ${client} has no balance`);
    return;
  }
  const now = { ...kept.before };
  let last = -1;
  for (const posting of postings) {
    const { id, amount } = posting;
    if (id <= last) report(`posting ${id} is not in order`);
    if (!isPostingHere(contents, id)) report(`posting ${id} is not one of this month`);
    last = id;
    for (const [side, sign] of [
      ['to', 1],
      ['from', -1],
    ] as const) {
      const account = accountOf[posting[side]];
      if (account) now[account[0]] += account[1] * sign * amount;
    }
    if (amount <= 0 || now.dep !== posting.depAfter || now.win !== posting.winAfter) {
      report(`posting ${id} does not continue the line before it`);
      now.dep = posting.depAfter ?? 0;
      now.win = posting.winAfter ?? 0;
    }
  }
  if (last !== kept.lastId || accountNames.some((account) => now[account] !== kept.after[account])) {
    report(`the lines of client ${client} do not lead to the balance at the end of the month`);
  }
}

function checkTotals(
  reading: Reading,
  counts: { tickets: number; postings: number },
  sums: { stakes: number; posted: number },
): void {
  const { zip, read, draws, balances, contents, report } = reading;
  for (const name of [...zip.names, ...Object.keys(contents.files)]) {
    if (!read.has(name)) report(`${name} is not a file of this month`);
  }
  for (const client of balances.keys()) report(`client ${client} has a balance and no lines`);
  for (const draw of draws.values()) {
    if (draw.foundHere !== draw.here || draw.foundBeside !== draw.beside)
      report(`draw ${draw.id} has another number of tickets here`);
    if (draw.leaves === null) continue;
    const count = draw.foundHere + draw.foundBeside;
    if (count > draw.size || (count < draw.size && !draw.isAcross))
      report(`draw ${draw.id} has tickets that are not here`);
    if (count === draw.size && draw.stakes !== draw.totalStake)
      report(`the stakes of draw ${draw.id} are not those of its seal`);
  }
  const { tickets, postings } = contents.digest;
  if (counts.tickets !== tickets.rows || sums.stakes !== tickets.sum)
    report(`the tickets are not those that ${contentsName} says`);
  if (counts.postings !== postings.rows || sums.posted !== postings.sum)
    report(`the postings are not those that ${contentsName} says`);
}
