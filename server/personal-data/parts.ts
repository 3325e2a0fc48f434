import type { Queryable } from '#database/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { partyColumns, partyOf, type PartyRow } from '#server/payments/party/party.ts';
import { presentTicket, selectTickets, type StoredTicket } from '#server/tickets/stored-ticket.ts';
import { allLines } from '#server/ledger/statement.ts';
import { betTypeOfCode } from '#domain/bet-types.ts';
import { numberStrings } from '#domain/result.ts';
import { openClientKey, openImage, type DocumentKeys } from '#server/identity/documents/document-keys.ts';
import type { Channel, QueuedMessage } from '#server/messages/enqueue.ts';
import type { Language } from '#server/words/languages.ts';
import { describeText, type Template } from '#server/messages/texts.ts';

/** One record: flat, so that it is a line of a CSV file too. */
export type Entry = Readonly<Record<string, string | number | boolean | null | Date | readonly string[]>>;

/** Where the parts are read from. */
export interface Source {
  readonly db: Queryable;
  /** Opens the parties of payments. */
  readonly partyKeys: KeyRing;
  /** Opens the pictures of documents. */
  readonly documents: DocumentKeys;
}

/** One kind of stored personal data. */
export interface Part {
  /** Names its two files. */
  readonly name: string;
  /** The tables it is from. */
  readonly tables: readonly string[];
  /** The columns, in the order of the CSV file. */
  readonly columns: readonly string[];
  /** All records in batches. Each batch is a statement of its own, so no transaction stays open between two of them. */
  read(source: Source, clientId: number): AsyncIterable<readonly Entry[]>;
}

/** A statement reads at most this many rows. */
export const batchSize = 500;

/** Rows of which a client has few, read in one statement. `$1` is the client. */
function few(name: string, tables: readonly string[], columns: readonly string[], sql: string): Part {
  return {
    name,
    tables,
    columns,
    async *read({ db }, clientId) {
      yield await db.query<Entry>(sql, [clientId]);
    },
  };
}

interface ManyRows<Row> {
  /** `$1` is the client, `$2` the key of the last row read, `$3` how many rows. Ordered by the key. */
  readonly sql: string;
  /** The first value of `$2`: before all keys. */
  readonly first: string | number | null;
  readonly keyOf: (row: Row) => string | number;
  readonly present: (row: Row, partyKeys: KeyRing) => Entry;
}

/** Rows of which a client can have any number. */
function many<Row extends object>(
  name: string,
  tables: readonly string[],
  columns: readonly string[],
  { sql, first, keyOf, present }: ManyRows<Row>,
): Part {
  return {
    name,
    tables,
    columns,
    async *read({ db, partyKeys }, clientId) {
      let last = first;
      for (;;) {
        const rows = await db.query<Row>(sql, [clientId, last, batchSize]);
        if (rows.length > 0) yield rows.map((row) => present(row, partyKeys));
        if (rows.length < batchSize) return;
        last = keyOf(rows.at(-1)!);
      }
    },
  };
}

interface MessageRow {
  readonly id: number;
  readonly channel: Channel;
  readonly recipient: string;
  readonly template: Template;
  readonly parameters: QueuedMessage['parameters'];
  readonly locale: Language;
  readonly created_at: Date;
  readonly sent_at: Date | null;
}

const noUuid = '00000000-0000-0000-0000-000000000000';

/** A file of the client's own, such as a picture. */
interface OwnFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The pictures of the client's identity documents, one at a time. */
export async function* readImages({ db, documents }: Source, clientId: number): AsyncGenerator<OwnFile> {
  const images = await db.query<{ check_id: string; side: string }>(
    `select check_id, side from identity_image i join identity_check c on c.id = i.check_id
     where c.client_id = $1 order by c.created_at, side`,
    [clientId],
  );
  for (const { check_id, side } of images) {
    const [row] = await db.query<{ sealed: Buffer; key_sealed: Buffer }>(
      `select i.sealed, k.key_sealed from identity_image i join client_document_key k on k.client_id = $3
       where i.check_id = $1 and i.side = $2`,
      [check_id, side, clientId],
    );
    // It was removed in the meantime.
    if (row === undefined) continue;
    const bytes = openImage(openClientKey(documents, row.key_sealed, clientId), row.sealed, check_id, side);
    yield { name: `identity-documents/${check_id}-${side}.jpg`, bytes };
  }
}

/** All that is kept of a person. Whoever adds a table with personal data adds it here; a test compares this with the schema. */
export const parts: readonly Part[] = [
  few(
    'account',
    ['client'],
    [
      'number',
      'firstName',
      'lastName',
      'birthDate',
      'phone',
      'phoneConfirmedAt',
      'phoneChangedAt',
      'country',
      'city',
      'address',
      'role',
      'acceptedTermsAt',
      'createdAt',
      'lastSignInAt',
      'passwordChangedAt',
      'withdrawalsWaitUntil',
      'withdrawalsWaitBecause',
      'passwordIsWeak',
    ],
    `select id as number, first_name as "firstName", last_name as "lastName", birth_date as "birthDate", phone,
       confirmed_at as "phoneConfirmedAt", phone_changed_at as "phoneChangedAt", country, city, address, role, accepted_terms_at as "acceptedTermsAt",
       created_at as "createdAt", last_sign_in_at as "lastSignInAt",
       password_changed_at as "passwordChangedAt", cooling_off_until as "withdrawalsWaitUntil",
       cooling_off_reason as "withdrawalsWaitBecause", password_is_weak as "passwordIsWeak"
     from client where id = $1`,
  ),
  many<{ id: string; at: Date; kind: string; factor: string | null; network: string | null; detail: object }>(
    'security-events',
    ['security_event'],
    ['at', 'kind', 'factor', 'network', 'detail'],
    {
      // Which of our staff looked is for the operators' audit.
      sql: `select id, at, kind, factor, network::text, detail - 'operator' as detail from security_event
            where client_id = $1 and id > $2 order by id limit $3`,
      first: noUuid,
      keyOf: ({ id }) => id,
      present: ({ at, kind, factor, network, detail }) => ({
        at,
        kind,
        factor,
        network,
        detail: JSON.stringify(detail),
      }),
    },
  ),
  few(
    'closing',
    ['closing'],
    ['askedAt', 'erasesAt', 'reason'],
    'select asked_at as "askedAt", erases_at as "erasesAt", reason from closing where client_id = $1',
  ),
  few(
    'email-addresses',
    ['client_email'],
    ['email', 'askedAt', 'verifiedAt'],
    `select email, asked_at as "askedAt", verified_at as "verifiedAt" from client_email where client_id = $1 order by asked_at`,
  ),
  few(
    'sessions',
    ['session'],
    ['id', 'device', 'deviceId', 'createdAt', 'lastSeenAt', 'expiresAt', 'remember', 'provenAt', 'provenBy'],
    `select id, device, device_id as "deviceId", created_at as "createdAt", last_seen_at as "lastSeenAt",
       expires_at as "expiresAt", remember, proven_at as "provenAt", proven_by as "provenBy"
     from session where client_id = $1 order by created_at`,
  ),
  few(
    'devices',
    ['device'],
    ['id', 'name', 'firstSeenAt', 'lastSeenAt', 'trustedUntil'],
    `select id, name, first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", trusted_until as "trustedUntil"
     from device where client_id = $1 order by first_seen_at`,
  ),
  few(
    'authenticator-app',
    ['totp'],
    ['confirmedAt', 'lastUsedAt'],
    // A step is 30 seconds.
    `select confirmed_at as "confirmedAt", to_timestamp(last_step * 30) as "lastUsedAt" from totp where client_id = $1`,
  ),
  few(
    'passkeys',
    ['passkey'],
    ['name', 'addedAt', 'lastUsedAt', 'backedUp', 'transports'],
    `select name, created_at as "addedAt", last_used_at as "lastUsedAt", backed_up as "backedUp", transports
     from passkey where client_id = $1 order by created_at`,
  ),
  few(
    'recovery-codes',
    ['recovery_code'],
    ['place', 'usedAt'],
    'select place, used_at as "usedAt" from recovery_code where client_id = $1 order by place',
  ),
  few(
    'undo-links',
    ['undo_link'],
    ['act', 'givesBack', 'madeAt', 'expiresAt', 'usedAt'],
    `select act, former as "givesBack", made_at as "madeAt", expires_at as "expiresAt", used_at as "usedAt"
     from undo_link where client_id = $1 order by id`,
  ),
  few(
    'withdrawals-stopped',
    ['payout_stop'],
    ['undone', 'stoppedAt', 'liftedAt'],
    `select act as undone, stopped_at as "stoppedAt", lifted_at as "liftedAt" from payout_stop where client_id = $1 order by id`,
  ),
  few(
    'locks',
    ['client_lock'],
    ['locked', 'beginsAt', 'endsAt', 'liftedAt'],
    `select kind as locked, begins_at as "beginsAt", ends_at as "endsAt", lifted_at as "liftedAt"
     from client_lock where client_id = $1 order by begins_at`,
  ),
  few(
    'limits-set-by-us',
    ['operator_limit'],
    ['kind', 'period', 'amount', 'setAt', 'endsAt'],
    `select kind, period, amount, set_at as "setAt", ends_at as "endsAt" from operator_limit where client_id = $1 order by set_at`,
  ),
  few(
    'codes',
    ['code'],
    ['purpose', 'destination', 'sentAt', 'expiresAt', 'wrongTries', 'usedAt'],
    `select purpose, destination, sent_at as "sentAt", expires_at as "expiresAt", guesses + open_guesses as "wrongTries", used_at as "usedAt"
     from code where client_id = $1 order by sent_at`,
  ),
  many<MessageRow>('messages', ['message'], ['channel', 'to', 'text', 'createdAt', 'sentAt'], {
    // Lists only messages to contacts that the client has proven, from then on: an unproven contact may be somebody else's.
    sql: `select m.id, channel, recipient, template, parameters, m.locale, m.created_at, m.sent_at
       from client c join message m on m.created_at >= c.created_at and lower(m.recipient) in (
         select c.phone where c.confirmed_at is not null and m.created_at >= coalesce(c.phone_changed_at, c.created_at)
         union all select lower(email) from client_email where client_id = $1 and verified_at is not null
         union all select s.id::text from push_subscription s where s.client_id = $1
       )
       where c.id = $1 and m.id > $2 order by m.id limit $3`,
    first: 0,
    keyOf: ({ id }) => id,
    present: ({ channel, recipient, template, parameters, locale, created_at, sent_at }) => ({
      channel,
      to: recipient,
      text: describeText({ template, channel, parameters, locale }),
      createdAt: created_at,
      sentAt: sent_at,
    }),
  }),
  few(
    'wallet',
    ['wallet'],
    ['deposits', 'winnings', 'held', 'owed'],
    'select dep as deposits, win as winnings, held, owed from wallet where client_id = $1',
  ),
  many<StoredTicket>(
    'tickets',
    ['ticket', 'due', 'draw'],
    [
      'id',
      'serial',
      'name',
      'drawId',
      'drawsAt',
      'selectedNumbers',
      'betAmount',
      'acceptedAt',
      'status',
      'payout',
      'result',
    ],
    {
      sql: `${selectTickets}
        where t.client_id = $1 and t.id >= (first_ids_of_client($1)).ticket and t.id < end_of_all_ticket_ids() and t.id > $2::uuid
        order by t.id limit $3`,
      first: noUuid,
      keyOf: ({ id }) => id,
      present: (row) => {
        const { fullDate: drawsAt, places: _places, ...ticket } = presentTicket(row);
        return { ...ticket, drawsAt };
      },
    },
  ),
  many<Entry & { readonly id: number }>(
    'statement',
    ['posting'],
    ['id', 'at', 'kind', 'wallet', 'amount', 'depositsAfter', 'winningsAfter', 'reference'],
    {
      sql: `select id, at, kind, wallet, amount, dep_after as "depositsAfter", win_after as "winningsAfter", reference
       from (${allLines} and id > $2 order by id limit $3) line order by id`,
      first: 0,
      keyOf: ({ id }) => id,
      present: (line) => line,
    },
  ),
  many<PartyRow & PaymentEntry>(
    'payments',
    ['payment', 'party'],
    [
      'id',
      'direction',
      'amount',
      'fromWinnings',
      'fromDeposits',
      'status',
      'failure',
      'country',
      'method',
      'phone',
      'firstName',
      'lastName',
      'email',
      'provider',
      'providerReference',
      'createdAt',
      'updatedAt',
    ],
    {
      sql: `select id, direction, amount, from_win as "fromWinnings", from_dep as "fromDeposits", status, failure, country,
         method, provider, provider_ref as "providerReference", created_at as "createdAt", updated_at as "updatedAt",
         client_id, ${partyColumns}
       from payment
       where client_id = $1 and ($2::uuid is null
         or (created_at, id) > (select created_at, id from payment where id = $2 and client_id = $1))
       order by created_at, id limit $3`,
      first: null,
      keyOf: ({ id }) => id,
      present: ({ client_id, party_key_sealed, party_sealed, party_in_clear, ...payment }, partyKeys) => ({
        ...payment,
        ...partyOf(partyKeys, { id: payment.id, client_id, party_key_sealed, party_sealed, party_in_clear }),
      }),
    },
  ),
  many<Entry & { readonly key: number }>(
    'payment-steps',
    ['payment_event'],
    ['paymentId', 'at', 'kind', 'statusBefore', 'statusAfter'],
    {
      // The detail is left out: it is a provider's answer, which may be about somebody else's payment.
      sql: `select e.id as key, payment_id as "paymentId", at, kind, from_status as "statusBefore", to_status as "statusAfter"
       from payment p join payment_event e on e.payment_id = p.id
       where p.client_id = $1 and e.id > $2 order by e.id limit $3`,
      first: 0,
      keyOf: ({ key }) => key,
      present: ({ key: _key, ...step }) => step,
    },
  ),
  many<Entry & { readonly id: string }>(
    'chargebacks',
    ['chargeback'],
    ['id', 'paymentId', 'amount', 'fromDeposits', 'fromWinnings', 'owed', 'at'],
    {
      sql: `select c.id, c.payment_id as "paymentId", c.amount, c.from_dep as "fromDeposits", c.from_win as "fromWinnings",
         c.from_owed as owed, c.at
       from payment p join chargeback c on c.payment_id = p.id
       where p.client_id = $1 and c.id > $2::uuid order by c.id limit $3`,
      first: noUuid,
      keyOf: ({ id }) => id,
      present: (chargeback) => chargeback,
    },
  ),
  few(
    'identity-documents',
    ['identity_check', 'identity_image'],
    [
      'id',
      'type',
      'country',
      'lastOfNumber',
      'expiresOn',
      'status',
      'createdAt',
      'submittedAt',
      'decidedAt',
      'reason',
      'pictures',
    ],
    `select id, type, country, last4 as "lastOfNumber", expires_on as "expiresOn", status, created_at as "createdAt",
       submitted_at as "submittedAt", decided_at as "decidedAt", reason,
       array(select side::text from identity_image i where i.check_id = c.id order by side) as pictures
     from identity_check c where client_id = $1 order by created_at`,
  ),
  few(
    'limits',
    ['play_limit'],
    ['kind', 'period', 'amount', 'nextAmount', 'nextAt'],
    `select kind, period, amount, next_amount as "nextAmount", next_at as "nextAt"
     from play_limit where client_id = $1 order by kind, period`,
  ),
  few(
    'reality-check',
    ['reality_check'],
    ['everyMinutes'],
    `select every_minutes as "everyMinutes" from reality_check where client_id = $1`,
  ),
  few(
    'breaks',
    ['play_break'],
    ['kind', 'startsAt', 'endsAt'],
    `select kind, starts_at as "startsAt", ends_at as "endsAt" from play_break where client_id = $1 order by starts_at`,
  ),
  few(
    'notice-settings',
    ['notice_setting'],
    ['quietFrom', 'quietTo', 'showAmounts', 'smsFrom'],
    `select to_char(quiet_from, 'HH24:MI') as "quietFrom", to_char(quiet_to, 'HH24:MI') as "quietTo",
       show_amounts as "showAmounts", sms_from as "smsFrom" from notice_setting where client_id = $1`,
  ),
  few(
    'notice-choices',
    ['notice_choice'],
    ['kind', 'channel', 'wanted', 'chosenAt'],
    `select kind, channel, wanted, chosen_at as "chosenAt" from notice_choice where client_id = $1 order by kind, channel`,
  ),
  few(
    'push-subscriptions',
    ['push_subscription'],
    ['id', 'sessionId', 'endpoint', 'madeAt', 'lastReachedAt'],
    `select id, session_id as "sessionId", endpoint, made_at as "madeAt", last_ok_at as "lastReachedAt"
     from push_subscription where client_id = $1 order by made_at`,
  ),
  many<Entry & { readonly id: number }>(
    'notices',
    ['notice'],
    ['id', 'kind', 'subject', 'what', 'amount', 'happenedAt', 'dueAt', 'doneAt'],
    {
      sql: `select id, kind, subject, what, amount, happened_at as "happenedAt", due_at as "dueAt", told_at as "doneAt"
       from notice where client_id = $1 and id > $2 order by id limit $3`,
      first: 0,
      keyOf: ({ id }) => id,
      present: (notice) => notice,
    },
  ),
  many<Favourite>('favourites', ['favourite'], ['id', 'label', 'name', 'selectedNumbers', 'betAmount', 'createdAt'], {
    sql: `select id, label, bet_type, selection, stake, created_at from favourite
       where client_id = $1 and id > $2::uuid order by id limit $3`,
    first: noUuid,
    keyOf: ({ id }) => id,
    present: ({ id, label, bet_type, selection, stake, created_at }) => ({
      id,
      label,
      name: betTypeOfCode(bet_type).name,
      selectedNumbers: numberStrings(selection),
      betAmount: stake,
      createdAt: created_at,
    }),
  }),
];

/** The columns of a payment, besides its party. */
interface PaymentEntry {
  readonly id: string;
  readonly [column: string]: Entry[string];
}

interface Favourite {
  readonly id: string;
  readonly label: string;
  readonly bet_type: number;
  readonly selection: number;
  readonly stake: number;
  readonly created_at: Date;
}
