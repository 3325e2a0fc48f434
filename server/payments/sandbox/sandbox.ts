import type { Logger } from 'pino';
import type { Database } from '#database/connect.ts';
import { startBackground, type Background, type OnDue } from '#server/background/background.ts';
import { sendNotices, type NoticeSettings } from './notices.ts';
import { decidePayouts } from './party.ts';

interface SandboxSettings extends NoticeSettings {
  /** The bearer token of the merchant's calls. */
  readonly apiSecret: string;
  /** Where browsers reach the hosted page's server, without a slash at its end. */
  readonly publicUrl: () => string;
}

export interface SandboxDeps {
  readonly db: Database;
  readonly settings: SandboxSettings;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

const pauseMs = 250;

/** Starts the sandbox's background work: deciding payouts and sending notices. */
export function startSandbox({ db, settings, log }: SandboxDeps, onDue?: OnDue): Background {
  const step = async () => {
    const decided = await decidePayouts(db);
    return decided + (await sendNotices(db, settings)) > 0;
  };
  return startBackground([{ name: 'the payment sandbox', step, everyMs: pauseMs }], log, onDue);
}
