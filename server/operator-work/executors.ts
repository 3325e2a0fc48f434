import type { Transaction } from '#database/connect.ts';
import type { Identity } from '#server/identity/identity.ts';
import { decideByHand } from './decide-by-hand.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { lockClient } from '#server/identity/client.ts';
import { storeQuestion } from '#server/identity/persons/ask-register.ts';
import { keyPerson } from '#server/identity/persons/person-keys.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { startReset } from '#server/identity/passwords/started-reset.ts';
import { requestKinds, type RequestKind } from '#contract/operator/requests.ts';
import { openWebhookKeys } from '#server/webhooks/keys.ts';
import type { ApprovedRequest, Executor } from './execute.ts';

/** By kind. A process lacks the kinds of a newer version. */
export type Executors = Readonly<Partial<Record<string, Executor>>>;

/** The dependencies of executors besides the database. */
export interface ExecutorDeps {
  /** Asks the provider about one payment, and applies its answer. */
  readonly askProvider: (paymentId: string) => Promise<void>;
  readonly identity: Pick<Identity, 'sending' | 'security' | 'forget' | 'codeKey' | 'personKey' | 'exclusionRegister'>;
  /** WEBHOOK_KEY; undefined where the site sends no webhooks. */
  readonly webhookKey?: Uint8Array | undefined;
}

/** How the worker carries out each kind of request. */
export function createExecutors({ identity, askProvider, webhookKey }: ExecutorDeps): Executors {
  const ofClient =
    (act: Executor): Executor =>
    async (tx, request) => {
      await act(tx, request);
      const clientId = clientOf(request);
      await identity.security.record(tx, fromWorker, {
        clientId,
        kind: 'operator_acted',
        detail: { operator: request.approvedBy, act: request.kind },
      });
      tx.afterCommit(() => identity.forget(clientId));
    };

  /** The kinds that need more than a function of the database. */
  const special: Readonly<Partial<Record<RequestKind, Executor>>> = {
    start_reset: ofClient(async (tx, request) => {
      // First, because what follows leaves a trace that cites it.
      await tx.query(`select console.require_approved($1, 'start_reset')`, [request.id]);
      await startReset(identity, tx, clientOf(request), fromWorker);
      // Last, because it locks the head of the audit.
      await tx.query('select console.execute_start_reset($1)', [request.id]);
    }),
    lift_undo: ofClient(bySql('lift_undo')),
    clear_match: ofClient(bySql('clear_match')),
    unlock: ofClient(bySql('unlock')),
    change_phone: ofClient((tx, request) => changePhone(identity, tx, request)),
    change_name: ofClient((tx, request) => changeName(identity, tx, request)),
    decide_payment: decideByHand(askProvider),
    webhook_endpoint: async (tx, { id, subject, newValues }) => {
      const endpoint = subject.slice('webhook '.length);
      const keys = webhookKey && openWebhookKeys(webhookKey, endpoint, Number(newValues['generation']));
      await tx.query('select console.execute_webhook_endpoint($1, $2)', [id, keys?.publicKey ?? null]);
    },
  };
  const kinds = Object.keys(requestKinds) as RequestKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, special[kind] ?? bySql(kind)]));
}

/** Tells the old and the new contacts, with a link that undoes it: the account may be somebody else's than the two believed. */
async function changePhone(
  identity: ExecutorDeps['identity'],
  tx: Transaction,
  request: ApprovedRequest,
): Promise<void> {
  const client = await lockClient(tx, clientOf(request));
  await tx.query('select console.execute_change_phone($1)', [request.id]);
  const changed = { contact: 'phone', former: client.phone, now: String(request.newValues['phone']) } as const;
  const { address } = fromWorker;
  await tellAllContacts(identity, tx, client, { template: 'phone_changed', address, changed });
}

/** A client under another name may be somebody who is excluded. */
async function changeName(
  identity: ExecutorDeps['identity'],
  tx: Transaction,
  request: ApprovedRequest,
): Promise<void> {
  await tx.query(`select console.require_approved($1, 'change_name')`, [request.id]);
  const client = await lockClient(tx, clientOf(request));
  const { firstName, lastName } = request.newValues;
  await keyPerson(tx, identity, { ...client, first_name: String(firstName), last_name: String(lastName) });
  // The background asks the register.
  await storeQuestion(tx, identity, client.id);
  await tx.query('select console.execute_change_name($1)', [request.id]);
}

/** A kind that a function of the database carries out whole. */
function bySql(kind: RequestKind): Executor {
  return async (tx, { id }) => void (await tx.query(`select console.execute_${kind}($1)`, [id]));
}

/** Requests are carried out by the worker, so there is no network address. */
const fromWorker: Origin = { address: 'operators', userAgent: undefined };

/** The client whom a request is about. @throws Error for another subject */
function clientOf({ subject }: Pick<ApprovedRequest, 'subject'>): number {
  const id = /^client (\d{1,15})$/.exec(subject)?.[1];
  if (id === undefined) throw new Error(`"${subject}" is not a client`);
  return Number(id);
}
