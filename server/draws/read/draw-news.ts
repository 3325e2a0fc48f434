import type { Database } from '#database/connect.ts';

/** What happened to a draw: `sealed`, or the status that it now has; `stopped` and `started` are about its sales. */
export interface News {
  readonly what: string;
  /** `all` for the sales of all draws. */
  readonly drawId: string;
}

/** Notifications about draws from the database: one subscription per process, for all who follow it. */
export interface DrawNews {
  /** Calls `handler` for each notification, and with null after a lost connection: some may have been missed. */
  follow(handler: (news: News | null) => void): void;
  close(): Promise<void>;
}

export async function openDrawNews(db: Pick<Database, 'listen'>): Promise<DrawNews> {
  const handlers: ((news: News | null) => void)[] = [];
  const close = await db.listen('draw', (payload) => {
    const [what = '', drawId = ''] = payload?.split(' ') ?? [];
    for (const handler of handlers) handler(payload === null ? null : { what, drawId });
  });
  return { follow: (handler) => void handlers.push(handler), close };
}
