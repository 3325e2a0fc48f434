import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { quicknet, readBeaconChain } from '#domain/fair-draw/beacon.ts';
import { fromHex } from '#domain/fair-draw/bytes.ts';
import { operatorKeyLength } from '#domain/fair-draw/signatures.ts';
import { verifyMonthFile, type FileCheck } from './verify-file.ts';

type Print = (line: string) => void;

const usage = `npm run verify-month -- <file>

  <file>                  the file of a month, such as izi-2026-10.zip
  --before <file>         the file of the month before, which this one names by its hash
  --operator-key <hex>    a key of the operator as you know it from elsewhere; once more for each further key
  --beacon-chain <file>   a drand chain to trust besides quicknet, as its /info describes it

Needs no database and no network. Ends with 0 when all of it is proved, 1 when something is false, 2 when the check could not be made.`;

interface Arguments {
  readonly file: string;
  readonly check: FileCheck;
}

export async function runVerifyMonth(args: readonly string[], print: Print, printError: Print): Promise<number> {
  const asked = await readArguments(args);
  if (asked === null) {
    printError(usage);
    return 2;
  }
  try {
    const { contents, draws, tickets, postings, operatorKeys, problems } = await verifyMonthFile(
      asked.file,
      asked.check,
    );
    for (const problem of problems) print(`✗ ${problem}`);
    if (problems.length > 0) return 1;
    print(`✓ ${contents!.month}: ${draws} draws, ${tickets} tickets, ${postings} postings`);
    print(
      `  signed with the key ${operatorKeys.join(', ') || '(no draw)'}${asked.check.operatorKeys ? '' : '; compare it with the one you know'}`,
    );
    print(`  month before: ${contents!.previous ?? 'none, it is the first'}`);
    return 0;
  } catch (error) {
    printError(`✗ ${(error as Error).message}`);
    return 2;
  }
}

async function readArguments(args: readonly string[]): Promise<Arguments | null> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        before: { type: 'string' },
        'operator-key': { type: 'string', multiple: true },
        'beacon-chain': { type: 'string' },
      },
    });
    const [file, ...rest] = positionals;
    if (file === undefined || rest.length > 0) return null;
    const chain = values['beacon-chain'];
    const own = chain === undefined ? [] : [readBeaconChain(JSON.parse(await readFile(chain, 'utf8')))];
    const keys = values['operator-key']?.map((key) => fromHex(key, 'operator’s key', operatorKeyLength));
    return { file, check: { chains: [quicknet, ...own], before: values.before, ...(keys && { operatorKeys: keys }) } };
  } catch {
    return null;
  }
}
