import type { Transaction } from '#database/connect.ts';
import type { Identity } from '#server/identity/identity.ts';
import { decideByHand } from '#server/operator/payments/decide-by-hand.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { lockClient } from '#server/identity/client.ts';
import { storeQuestion } from '#server/identity/persons/ask-register.ts';
import { keyPerson } from '#server/identity/persons/person-keys.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { startReset } from '#server/identity/passwords/started-reset.ts';
import type { ApprovedRequest, Executor } from './execute.ts';

/** By kind. */
export type Executors = Readonly<Record<string, Executor>>;

/** What carrying out needs besides the database. */
export interface ExecutorDeps {
  /** Asks the provider about one payment, and applies its answer. */
  readonly askProvider: (paymentId: string) => Promise<void>;
  readonly identity: Pick<Identity, 'sending' | 'security' | 'forget' | 'codeKey' | 'personKey' | 'exclusionRegister'>;
}

/** Every kind that two operators can have done. A kind of the table `console.kind` has its line here. */
export function createExecutors({ identity, askProvider }: ExecutorDeps): Executors {
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

  return {
    start_reset: ofClient(async (tx, request) => {
      // First, because what follows leaves a trace that cites it.
      await tx.query(`select console.require_approved($1, 'start_reset')`, [request.id]);
      await startReset(identity, tx, clientOf(request), fromWorker);
      // Last, because it locks the head of the audit.
      await tx.query('select console.execute_start_reset($1)', [request.id]);
    }),
    lift_undo: ofClient(bySql('console.execute_lift_undo')),
    clear_match: ofClient(bySql('console.execute_clear_match')),
    release_withdrawal: bySql('console.execute_release_withdrawal'),
    decide_payment: decideByHand(askProvider),
    adjust: bySql('console.execute_adjust'),
    let_withdrawals_go_on: bySql('console.execute_let_withdrawals_go_on'),
    unlock: ofClient(bySql('console.execute_unlock')),
    change_phone: ofClient((tx, request) => changePhone(identity, tx, request)),
    change_name: ofClient((tx, request) => changeName(identity, tx, request)),
    export_people: bySql('console.execute_export_people'),
    let_play: bySql('console.execute_let_play'),
    start_sales: bySql('console.execute_start_sales'),
    raise_cap: bySql('console.execute_raise_cap'),
    call_off_draw: bySql('console.execute_call_off_draw'),
    reserve: bySql('console.execute_reserve'),
    care_threshold: bySql('console.execute_care_threshold'),
    timetable: bySql('console.execute_timetable'),
    operator_add: bySql('console.execute_operator_add'),
    operator_roles: bySql('console.execute_operator_roles'),
    operator_passkey: bySql('console.execute_operator_passkey'),
  };
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

/** A kind that a function of the database carries out whole. @param name of a function that takes the request's id */
export function bySql(name: `console.execute_${string}`): Executor {
  return async (tx, { id }) => void (await tx.query(`select ${name}($1)`, [id]));
}

/** No caller: what is carried out comes from no network. */
const fromWorker: Origin = { address: 'operators', userAgent: undefined };

/** The client whom a request is about. @throws Error for another subject */
export function clientOf({ subject }: Pick<ApprovedRequest, 'subject'>): number {
  const id = /^client (\d{1,15})$/.exec(subject)?.[1];
  if (id === undefined) throw new Error(`"${subject}" is no client`);
  return Number(id);
}
