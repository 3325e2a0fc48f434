import { parseArgs } from 'node:util';
import { connect, type Database } from '#database/connect.ts';
import { uuidPattern } from '#domain/uuid.ts';
import { findDatabase } from '#scripts/database/find-database.ts';
import { computeExposure } from '#server/exposure/draw-exposure.ts';
import { NoExposure } from '#server/exposure/exposed-draw.ts';
import { listDrawsOnSale } from '#server/exposure/draws-on-sale.ts';
import { presentExposure } from '#server/exposure/present-exposure.ts';
import { drawLine, drawLineHead, drawReport } from './lines.ts';

type Print = (line: string) => void;

const usage = `npm run exposure -- [draw id] [--histogram] [--json]

  draw id      what this draw may have to pay; without one, a line for each of the next draws on sale
  --histogram  how many of the results pay how much
  --json       for programs: the data of GET /operator/draws/{id}/exposure; without a draw id, a list of {id, data}

Ends with 0, with 1 when there is nothing to compute, and with 2 when it could not be computed.`;

const computed = 0;
const nothing = 1;
const failed = 2;

/** Draws may have very many tickets, and all of them are read. */
const statementTimeoutMs = 10 * 60_000;
const drawsWithoutId = 5;

/**
 * Prints what draws of the database that the settings name may have to pay: see `findDatabase`. It only reads.
 *
 * @returns the exit code
 */
export async function runExposure(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: Print,
  printError: Print,
): Promise<number> {
  const asked = readArguments(args);
  if (typeof asked === 'string') {
    printError(asked);
    return failed;
  }
  try {
    // The answer alone goes to the output, so that a program can read it.
    const { config, release } = await findDatabase(env, printError);
    const db = connect({
      config,
      applicationName: 'izi exposure',
      max: 1,
      statementTimeoutMs,
      parameters: { default_transaction_read_only: 'on' },
    });
    try {
      return await (asked.drawId === undefined ? tellNextDraws : tellDraw)(db, asked, print, printError);
    } finally {
      await db.end();
      await release();
    }
  } catch (error) {
    printError(`✗ ${(error as Error).message}`);
    return error instanceof NoExposure ? nothing : failed;
  }
}

interface Asked {
  readonly drawId: string | undefined;
  readonly json: boolean;
  readonly histogram: boolean;
}

/** The parsed arguments, or the text that explains the right ones. */
function readArguments(args: readonly string[]): Asked | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, histogram: { type: 'boolean', default: false } },
    });
    const [drawId, ...rest] = positionals;
    if (rest.length > 0) return usage;
    if (drawId !== undefined && !uuidPattern.test(drawId)) return `✗ ${drawId} is not the id of a draw.\n\n${usage}`;
    return { drawId, ...values };
  } catch (error) {
    return `✗ ${(error as Error).message}\n\n${usage}`;
  }
}

async function tellDraw(db: Database, asked: Asked, print: Print, printError: Print): Promise<number> {
  const found = await computeExposure(db, asked.drawId!);
  if (asked.json) {
    print(JSON.stringify(presentExposure(found, asked.histogram)));
    return computed;
  }
  if (found.exposure.tickets === 0) {
    printError(`✗ Draw ${found.draw.id} has no tickets: it owes nothing.`);
    return nothing;
  }
  for (const line of drawReport(found, asked.histogram)) print(line);
  return computed;
}

async function tellNextDraws(db: Database, asked: Asked, print: Print, printError: Print): Promise<number> {
  const ids = await listDrawsOnSale(db, drawsWithoutId);
  if (ids.length === 0) {
    printError('✗ No draw is on sale.');
    return nothing;
  }
  const found = [];
  for (const id of ids) found.push(await computeExposure(db, id));
  if (asked.json) {
    print(JSON.stringify(found.map((each) => ({ id: each.draw.id, data: presentExposure(each, asked.histogram) }))));
    return computed;
  }
  print(drawLineHead);
  for (const each of found) print(drawLine(each));
  return computed;
}
