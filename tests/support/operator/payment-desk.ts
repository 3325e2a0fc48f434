import pino from 'pino';
import type { OperatorRole } from '#contract/operator/roles.ts';
import type { Database } from '#database/connect.ts';
import type { Http } from '#server/http/http.ts';
import { createCarryingOut } from '#server/operator-work/carry-out.ts';
import { createExecutors, type Executors } from '#server/operator-work/executors.ts';
import {
  startPaymentSite,
  type Caller,
  type PaymentSite,
  type PaymentSiteOptions,
} from '#tests/support/money/payment-site.ts';
import { testSecret } from '#tests/support/draws/keys.ts';
import { startConsole } from './console.ts';
import { signInOperator, type SignedInOperator } from './sign-in.ts';

export const webhookKey = Buffer.from(testSecret('webhook-key'), 'base64url');

/** A site with payments, its sandbox, the operators' API and the worker that carries out what two have signed. */
export interface PaymentDesk extends PaymentSite {
  readonly http: Http;
  readonly executors: Executors;
  operator(...roles: OperatorRole[]): Promise<SignedInOperator>;
  /** Signs in a player of a month ago whom operators can open, and who is called Awa Koné. */
  join(more?: Parameters<PaymentSite['signIn']>[0]): Promise<Caller>;
  /** Carries out what was approved, as a worker with this database does. */
  work(db?: Database): Promise<void>;
  /** Has somebody else approve a request, and carries it out. @returns how it ended */
  approve(id: string, approver: SignedInOperator): Promise<Ended>;
  /** A request as it is now. */
  ended(id: string): Promise<Ended>;
}

interface Ended {
  readonly status: string;
  readonly because: string | null;
}

export async function startPaymentDesk(options?: PaymentSiteOptions): Promise<PaymentDesk> {
  const site = await startPaymentSite(options);
  const http = await startConsole(site);
  // No kind of payments and money needs a client's identity.
  const executors = createExecutors({ identity: {} as never, askProvider: site.payments.ask, webhookKey });
  const log = pino({ level: 'silent' });
  const desk: PaymentDesk = {
    ...site,
    http,
    executors,
    operator: (...roles) => signInOperator(http, roles),
    async join(more) {
      const player = await site.signIn(more);
      const { clientId } = player.signedIn;
      await site.owner.query(
        `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country, confirmed_at, created_at)
         overriding system value values ($1, $2, '', 'Awa', 'Koné', '1990-01-01', 'CI', now(), now() - interval '30 days')`,
        [clientId, `+22501${String(clientId).padStart(8, '0')}`],
      );
      return player;
    },
    async work(db = site.worker) {
      await createCarryingOut({ db, executors, log }).step(new AbortController().signal);
    },
    async approve(id, approver) {
      const answer = await approver.post(`/requests/${id}/decision`, {
        decision: 'approve',
        reason: 'Looked at both.',
      });
      if (answer.statusCode !== 200) throw new Error(`not approved: ${answer.body}`);
      await desk.work();
      return desk.ended(id);
    },
    async ended(id) {
      const [row] = await site.owner.query<Ended>(
        'select status::text, ended_because as because from console.request where id = $1',
        [id],
      );
      return row!;
    },
    async close() {
      await http.close();
      await site.close();
    },
  };
  return desk;
}
