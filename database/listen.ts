import pg from 'pg';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;
const HEARTBEAT_MS = 3_000;

/** See `Database.listen`. The first connection must succeed; afterwards a broken one is replaced, however long it takes. */
export async function listen(
  config: pg.ClientConfig,
  channel: string,
  handler: (payload: string | null) => void,
  onConnectionError: (error: Error) => void,
): Promise<() => Promise<void>> {
  let retryMs = FIRST_RETRY_MS;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let close = await open();

  /** Opens one connection and returns what closes it. When it breaks later, another is opened. */
  async function open(): Promise<() => Promise<void>> {
    const client = new pg.Client({ ...config, query_timeout: HEARTBEAT_MS });
    let lost: (error: Error) => void = () => {};
    client.on('error', (error) => lost(error));
    client.on('end', () => lost(new Error(`the connection listening to ${channel} ended`)));
    client.on('notification', (message) => handler(message.payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }

    // A network that was cut says nothing. Only asking finds out.
    const heartbeat = setInterval(() => void client.query('select 1').catch(lost), HEARTBEAT_MS);
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
    onConnectionError(error);
    retry = setTimeout(() => void reopen(), retryMs);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }

  async function reopen(): Promise<void> {
    try {
      close = await open();
    } catch (error) {
      if (!stopped) reopenLater(error as Error);
      return;
    }
    if (stopped) return close();
    retryMs = FIRST_RETRY_MS;
    handler(null);
  }

  return async () => {
    stopped = true;
    clearTimeout(retry);
    await close();
  };
}
