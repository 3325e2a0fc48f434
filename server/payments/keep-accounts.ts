import type { Logger } from 'pino';
import type { Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';
import { writeRoute, type Route } from '#domain/payment-routes.ts';
import type { Work } from '#server/background/background.ts';
import type { PaymentProvider } from './provider.ts';

/**
 * Makes the first version of the routes from the settings. From then on operators change them on the console, and settings that say
 * something else are without effect, which the log says.
 *
 * @param routes of the settings; null where they have none
 */
export async function makeFirstRoutes(
  db: Queryable,
  routes: readonly Route[] | null,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (routes === null) return;
  const lines = routes.map(writeRoute);
  await db.query('select make_first_payment_routes($1)', [lines]);
  const [row] = await db.query<{ lines: string[] }>(
    'select lines from payment_route_version order by number desc limit 1',
  );
  if (row!.lines.join('\n') !== lines.join('\n')) {
    log.warn('PAYMENT_ROUTES is not in force: operators have changed the routes');
  }
}

const everyMs = 60_000;

/**
 * Notes once a minute what the accounts of the site carry, and what the wallets hold that they pay withdrawals from, for the console and
 * its alarms. An account that does not answer keeps what was known of it.
 *
 * @param floatLow below this a wallet is an alarm; null: none is
 */
export function createAccountKeeping(
  db: Queryable,
  providers: readonly PaymentProvider[],
  floatLow: Francs | null,
): Work {
  return {
    name: 'asking payment accounts',
    everyMs,
    async step() {
      const offers = await Promise.all(
        providers.map(async ({ id, capabilities }) =>
          (await capabilities()).map(({ country, method, direction, label }) => ({
            account: id,
            country,
            method,
            direction,
            label,
          })),
        ),
      );
      const ids = providers.map(({ id }) => id);
      await db.query('select keep_payment_offers($1, $2)', [ids, JSON.stringify(offers.flat())]);
      for (const { id, floats } of providers) {
        const found = await floats?.();
        if (found) await db.query('select keep_payment_floats($1, $2, $3)', [id, JSON.stringify(found), floatLow]);
      }
      await db.query('select keep_payment_usual()');
      return false;
    },
  };
}
