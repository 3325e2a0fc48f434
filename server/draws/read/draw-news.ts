import { arrayLiteral, type Database } from '#database/connect.ts';
import { gatherHints } from '#server/background/gather-hints.ts';

type DrawEvent = 'sealed' | 'drawn' | 'settled' | 'void';

/**
 * An event of a draw; or sales of some draw were stopped or started again; or the second opinion or two operators have decided about some
 * draw, which may be paid now; or draws of the past were added, as a demonstration's month is.
 */
type News =
  | { readonly what: DrawEvent; readonly drawId: string }
  | { readonly what: 'sales' }
  | { readonly what: 'judged' }
  | { readonly what: 'history' };

/** News of draws from the database: one subscription per process, for all who follow it. */
export interface DrawNews {
  /** Calls `handler` for each event, once, and with null after a lost connection: some may have been missed. */
  follow(handler: (news: News | null) => void): void;
  close(): Promise<void>;
}

const pauseMs = 100;
/** Notifications of one reading; there are a few a minute. */
const mostHints = 100;
const mostTold = 1_000;
const aboutDraw = /^\w+ ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const aboutSales = /^(?:stopped|started) /;
const aboutJudgement = /^judged /;
const aboutHistory = /^history /;

/**
 * A notification is a hint only: any login of the database can send it. Pages are told the content of the rows, within a minute of the
 * event and once.
 */
export async function openDrawNews(db: Pick<Database, 'listen' | 'query'>): Promise<DrawNews> {
  const handlers: ((news: News | null) => void)[] = [];
  const told = new Set<string>();
  // Unknown if the database is away at the start: then the first hint of a stop is sent, whatever it is about.
  let stops = await readStops().catch(() => null);

  const hear = gatherHints(
    async (hints) => {
      if ([...hints].some((hint) => aboutSales.test(hint))) await lookAtSales();
      if ([...hints].some((hint) => aboutJudgement.test(hint))) tell({ what: 'judged' });
      if ([...hints].some((hint) => aboutHistory.test(hint))) tell({ what: 'history' });
      const drawIds = [...hints].flatMap((hint) => aboutDraw.exec(hint)?.[1] ?? []);
      if (drawIds.length > 0) await lookAtDraws(drawIds);
    },
    { most: mostHints, pauseMs },
  );

  async function lookAtSales(): Promise<void> {
    const now = await readStops();
    if (now === stops) return;
    stops = now;
    tell({ what: 'sales' });
  }

  async function readStops(): Promise<string> {
    const [row] = await db.query<{ stops: string }>(
      `select coalesce(string_agg(id::text, ' ' order by id), '') as stops from sales_stop where ended_at is null`,
    );
    return row!.stops;
  }

  async function lookAtDraws(drawIds: readonly string[]): Promise<void> {
    for (const news of await db.query<{ what: DrawEvent; drawId: string }>(readEvents, [arrayLiteral(drawIds)])) {
      const event = `${news.what} ${news.drawId}`;
      if (told.has(event)) continue;
      if (told.size >= mostTold) told.delete(told.values().next().value!);
      told.add(event);
      tell(news);
    }
  }

  function tell(news: News | null): void {
    for (const handler of handlers) handler(news);
  }

  const close = await db.listen('draw', (payload) => {
    if (payload === null) tell(null);
    else hear(payload);
  });
  return { follow: (handler) => void handlers.push(handler), close };
}

const readEvents = `
  select e.what, d.id as "drawId"
  from draw d cross join lateral (values
    (1, 'sealed', d.sealed_at), (2, 'drawn', d.drawn_at), (3, 'settled', case d.status when 'settled' then d.finished_at end),
    (4, 'void', case d.status when 'void' then coalesce(d.finished_at, clock_timestamp()) end)
  ) as e (position, what, at)
  where d.id = any ($1::uuid[]) and e.at > clock_timestamp() - interval '1 min'
  order by e.at, e.position`;
