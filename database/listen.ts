import pg from 'pg';
import { withinSilence } from './silence.ts';

const firstRetryMs = 100;
const longestRetryMs = 5_000;
const heartbeatMs = 3_000;

/** See `Database.listen`. A connection that fails, the first one too, is tried again, however long that takes. */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  handler: (payload: string | null) => void,
  onConnectionError: (error: Error) => void,
  onBreak: () => void = () => {},
): Promise<() => Promise<void>> {
  let retryMs = firstRetryMs;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let close: () => Promise<void> = async () => {};
  try {
    close = await open();
  } catch (error) {
    reopenLater(error as Error);
  }

  /** Opens one connection and returns what closes it. When it breaks later, another is opened. */
  async function open(): Promise<() => Promise<void>> {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: heartbeatMs });
    const ask = (sql: string) => withinSilence(client, heartbeatMs, () => client.query(sql));
    let lost: (error: Error) => void = () => {};
    client.on('error', (error) => lost(error));
    client.on('end', () => lost(new Error(`the connection listening to ${channel} ended`)));
    client.on('notification', (message) => handler(message.payload ?? ''));
    try {
      await client.connect();
      await ask(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }

    // A half-open connection reports no error. Only a query detects it.
    const heartbeat = setInterval(() => void ask('select 1').catch(lost), heartbeatMs);
    lost = (error) => {
      lost = () => {};
      clearInterval(heartbeat);
      void client.end().catch(() => {});
      if (!stopped) reopenLater(error);
    };
    return async () => {
      lost = () => {};
      clearInterval(heartbeat);
      await client.end();
    };
  }

  function reopenLater(error: Error): void {
    onBreak();
    onConnectionError(error);
    retry = setTimeout(() => void reopen(), retryMs);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  }

  async function reopen(): Promise<void> {
    try {
      close = await open();
    } catch (error) {
      if (!stopped) reopenLater(error as Error);
      return;
    }
    if (stopped) return close();
    retryMs = firstRetryMs;
    handler(null);
  }

  return async () => {
    stopped = true;
    clearTimeout(retry);
    await close();
  };
}
