import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { startBackground, type Background } from '#server/background/background.ts';
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

/** Starts what the sandbox does by itself: deciding payouts and sending notices. */
export function startSandbox({ db, settings, log }: SandboxDeps): Background {
  const step = async () => {
    const decided = await decidePayouts(db);
    return decided + (await sendNotices(db, settings)) > 0;
  };
  return startBackground([{ name: 'the payment sandbox', step, everyMs: PAUSE_MS }], log);
}
