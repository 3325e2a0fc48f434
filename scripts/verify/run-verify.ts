import { MalformedBytes } from '#domain/fair-draw/bytes.ts';
import { decodeTicket } from '#domain/fair-draw/ticket-record.ts';
import { UsageError, readArguments } from './arguments.ts';
import { conclusionLine, stepLine, summaryLine } from './lines.ts';
import { Unanswered, openSite } from './public-site.ts';
import { verifyOneDraw, verifyWholeSite, type SiteCheck } from './verify-site.ts';

type Print = (line: string) => void;

const honest = 0;
const lied = 1;
const unchecked = 2;

/** The verify command; returns its exit code: 0 when nothing is false, 1 at the first lie, 2 when it could not check. */
export async function runVerify(args: string[], print: Print, printError: Print): Promise<number> {
  try {
    const { site, drawId, receipt, ...known } = await readArguments(args);
    const check = { site: openSite(site), ...known };
    const only = drawId ?? (receipt && decodeTicket(receipt.ticket).drawId);
    if (!only) return await verifyAll({ ...check, onStep: () => {} }, print);
    const telling = { ...check, onStep: (step: Parameters<typeof stepLine>[0]) => print(stepLine(step)) };
    const report = await verifyOneDraw(telling, only, receipt);
    print(conclusionLine(report));
    return report.lie ? lied : report.isUnasked ? unchecked : honest;
  } catch (error) {
    if (!(error instanceof Unanswered || error instanceof UsageError || error instanceof MalformedBytes)) throw error;
    printError(error.message);
    return unchecked;
  }
}

async function verifyAll(check: SiteCheck, print: Print): Promise<number> {
  let count = 0;
  let unasked = 0;
  for await (const report of verifyWholeSite(check)) {
    count += 1;
    print(summaryLine(report));
    if (report.lie) {
      print(conclusionLine(report));
      return lied;
    }
    if (report.isUnasked) {
      unasked += 1;
      print(conclusionLine(report));
    }
  }
  if (unasked > 0) {
    print(`Draws in the chain of seals: ${count}. ${unasked} of them could not be checked.`);
    return unchecked;
  }
  print(`Draws in the chain of seals: ${count}. Nothing is false about any of them.`);
  return honest;
}
