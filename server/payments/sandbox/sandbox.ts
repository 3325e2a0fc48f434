import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { repeat } from '#server/payments/repeat.ts';
import { sendNotices, type NoticeSettings } from './notices.ts';
import { decidePayouts } from './party.ts';

export interface SandboxSettings extends NoticeSettings {
  /** What the merchant's calls carry as a bearer token. */
  readonly apiSecret: string;
  /** Where browsers reach the hosted page's server, without a slash at its end. */
  readonly publicUrl: () => string;
}

export interface SandboxDeps {
  readonly db: Database;
  readonly settings: SandboxSettings;
  readonly log: Pick<Logger, 'error'>;
}

const PAUSE_MS = 250;

/** Starts what the sandbox does by itself: deciding payouts and sending notices. Returns what stops it. */
export function startSandbox({ db, settings, log }: SandboxDeps): () => Promise<void> {
  return repeat('the payment sandbox', PAUSE_MS, log, async () => {
    const decided = await decidePayouts(db);
    return decided + (await sendNotices(db, settings));
  });
}
