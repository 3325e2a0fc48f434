import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { quicknet, readBeaconChain, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { fromHex, readId } from '#domain/fair-draw/bytes.ts';
import { readSavedReceipt, type Receipt } from '#domain/fair-draw/proof.ts';
import { operatorKeyLength } from '#domain/fair-draw/signatures.ts';

const usage = `npm run verify -- <site> [draw id | --all | --receipt <file>]

  <site>                  its address, such as https://site.example
  draw id                 one draw, with every step; without one, or with --all, every draw
  --receipt <file>        a saved receipt, and the draw it is for
  --operator-key <hex>    the operator's key as you know it from elsewhere
  --beacon-chain <file>   a drand chain to trust besides quicknet, as its /info describes it
  --beacon-url <address>  a relay to ask for values that the site does not publish, in place of drand's own

Ends with 0 when nothing is false, 1 at the first lie, 2 when the check could not be made.`;

interface VerifyArguments {
  readonly site: string;
  /** The draw to check; every draw when both are undefined. */
  readonly drawId: string | undefined;
  readonly receipt: Receipt | undefined;
  readonly operatorKey: Uint8Array | undefined;
  readonly chains: readonly BeaconChain[];
  readonly relays: readonly string[] | undefined;
}

/** The arguments are wrong; the message shows the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export async function readArguments(args: string[]): Promise<VerifyArguments> {
  const { values, positionals } = parse(args);
  const [site, drawId, ...rest] = positionals;
  const wanted = [drawId, values.all, values.receipt].filter((each) => each !== undefined);
  if (!site || !URL.canParse(site) || rest.length > 0 || wanted.length > 1) throw new UsageError(usage);
  const key = values['operator-key'];
  const chain = values['beacon-chain'];
  const relays = values['beacon-url']?.map((relay) => relay.replace(/\/+$/, ''));
  if (relays?.some((relay) => !URL.canParse(relay))) throw new UsageError(usage);
  return {
    site,
    drawId: drawId === undefined ? undefined : readId(drawId),
    receipt: values.receipt === undefined ? undefined : readSavedReceipt(await readJson(values.receipt)).receipt,
    operatorKey: key === undefined ? undefined : fromHex(key, 'operator’s key', operatorKeyLength),
    chains: chain === undefined ? [quicknet] : [quicknet, readBeaconChain(await readJson(chain))],
    relays,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        all: { type: 'boolean' },
        receipt: { type: 'string' },
        'operator-key': { type: 'string' },
        'beacon-chain': { type: 'string' },
        'beacon-url': { type: 'string', multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}
