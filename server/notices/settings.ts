import { isOffered, type NoticeChannel, type NoticeKind, type Notices } from '#contract/notices.ts';
import { noticeChannels, noticeKinds } from '#contract/calls/notices.ts';
import type { Database, Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';

export interface Choice {
  readonly kind: NoticeKind;
  readonly channel: NoticeChannel;
  readonly wanted: boolean;
}

/** The changes of a client's settings; a field that is left out stays. */
interface NoticeChanges {
  readonly choices?: readonly Choice[] | undefined;
  readonly quietFrom?: string | undefined;
  readonly quietTo?: string | undefined;
  readonly showAmounts?: boolean | undefined;
  readonly smsFrom?: number | undefined;
}

/**
 * Push is on for a browser that the client has allowed, until they switch it off. E-mail and SMS are off until clients
 * ask for them.
 */
export function isWanted(choices: readonly Choice[], kind: NoticeKind, channel: NoticeChannel): boolean {
  if (!isOffered(kind, channel)) return false;
  const chosen = choices.find((one) => one.kind === kind && one.channel === channel);
  return chosen?.wanted ?? channel === 'push';
}

interface SettingRow {
  readonly quiet_from: string;
  readonly quiet_to: string;
  readonly show_amounts: boolean;
  readonly sms_from: number;
}

const defaults: SettingRow = { quiet_from: '22:00', quiet_to: '07:00', show_amounts: false, sms_from: 10_000 };

export async function readSetting(db: Queryable, clientId: number): Promise<SettingRow> {
  const [row] = await db.query<SettingRow>(
    `select to_char(quiet_from, 'HH24:MI') as quiet_from, to_char(quiet_to, 'HH24:MI') as quiet_to, show_amounts, sms_from
     from notice_setting where client_id = $1`,
    [clientId],
  );
  return row ?? defaults;
}

export function readChoices(db: Queryable, clientId: number): Promise<Choice[]> {
  return db.query<Choice>('select kind, channel, wanted from notice_choice where client_id = $1', [clientId]);
}

/** The settings as the client sees them. `pushKey` is null where the site does not push. */
export async function readNotices(
  db: Queryable,
  { clientId, sessionId }: SignedIn,
  pushKey: string | null,
): Promise<Notices> {
  const { quiet_from, quiet_to, show_amounts, sms_from } = await readSetting(db, clientId);
  const choices = await readChoices(db, clientId);
  const browsers = await db.query<{ id: string; name: string; endpointHash: string; current: boolean; since: Date }>(
    `select p.id, s.device as name, encode(p.endpoint_hash, 'hex') as "endpointHash", p.session_id = $2 as current, p.made_at as since
     from push_subscription p join session s on s.id = p.session_id where p.client_id = $1 order by p.made_at`,
    [clientId, sessionId],
  );
  return {
    choices: noticeKinds.flatMap((kind) =>
      noticeChannels
        .filter((channel) => isOffered(kind, channel))
        .map((channel) => ({ kind, channel, wanted: isWanted(choices, kind, channel) })),
    ),
    quietFrom: quiet_from,
    quietTo: quiet_to,
    showAmounts: show_amounts,
    smsFrom: sms_from,
    pushKey,
    browsers: browsers.map(({ since, ...browser }) => ({ ...browser, since: since.toISOString() })),
  };
}

/**
 * Changes the settings of a client. Each choice is kept with its time: it is the client's consent.
 *
 * @throws Refusal phone_unconfirmed, because a stranger may have opened the account with that phone
 */
export async function changeNotices(db: Database, { clientId, confirmed }: SignedIn, changes: NoticeChanges) {
  if (!confirmed) throw new Refusal('phone_unconfirmed');
  const { choices = [], quietFrom, quietTo, showAmounts, smsFrom } = changes;
  await db.transact(async (tx) => {
    // Two changes at once come one after the other.
    await tx.query('select from client where id = $1 for no key update', [clientId]);
    await tx.query(
      `insert into notice_setting as s (client_id, quiet_from, quiet_to, show_amounts, sms_from)
       values ($1, coalesce($2::time, '22:00'), coalesce($3::time, '07:00'), coalesce($4, false), coalesce($5, 10000))
       on conflict (client_id) do update set
         quiet_from = coalesce($2::time, s.quiet_from), quiet_to = coalesce($3::time, s.quiet_to),
         show_amounts = coalesce($4, s.show_amounts), sms_from = coalesce($5, s.sms_from)`,
      [clientId, quietFrom ?? null, quietTo ?? null, showAmounts ?? null, smsFrom ?? null],
    );
    for (const { kind, channel, wanted } of choices) {
      if (!isOffered(kind, channel)) continue;
      await tx.query(
        `insert into notice_choice as c (client_id, kind, channel, wanted) values ($1, $2, $3, $4)
         on conflict (client_id, kind, channel) do update set wanted = $4, chosen_at = clock_timestamp()
         where c.wanted <> $4`,
        [clientId, kind, channel, wanted],
      );
    }
  });
}
