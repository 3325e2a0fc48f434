import type { NoticeKind } from '#contract/notices.ts';
import type { Channel } from '#server/messages/enqueue.ts';
import type { Notice, NoticeOfOne } from '#server/messages/notice-texts.ts';
import { isWanted, type Choice } from './settings.ts';

/** Something a client is to be told of. */
export interface DueNotice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly what: NoticeOfOne | null;
  readonly amount: number | null;
}

/** The facts that decide how a client is told. */
export interface Hearer {
  readonly choices: readonly Choice[];
  readonly showAmounts: boolean;
  /** In francs. */
  readonly smsFrom: number;
  /** Null outside of quiet hours. */
  readonly quietUntil: Date | null;
  /** Whether the client takes a break from play. */
  readonly isPaused: boolean;
  /** Subscriptions to push. */
  readonly browsers: readonly string[];
  /** Proven contacts. */
  readonly email: string | null;
  readonly phone: string | null;
}

export interface PlannedMessage {
  readonly channel: Channel;
  readonly to: string;
  readonly notice: Notice;
}

interface Plan {
  readonly messages: readonly PlannedMessage[];
  /** Notices that wait for the end of quiet hours. */
  readonly waiting: readonly number[];
  /** Notices that are finished: told, or not to be told. */
  readonly done: readonly number[];
}

/**
 * Decides how a client hears of everything that is due. Wins and voids wait for the end of quiet hours; those that are due
 * together come as one. A payment is told at once: its client is about to use it. A limit is dropped by night and in a break.
 */
export function planNotices(due: readonly DueNotice[], hearer: Hearer): Plan {
  const { quietUntil, isPaused } = hearer;
  const dueOfKind = (kind: 'win' | 'void') => due.filter((one) => one.kind === kind);
  const waiting = quietUntil === null ? [] : [...dueOfKind('win'), ...dueOfKind('void')];
  const told = due.filter((one) => !waiting.includes(one));
  const messages = (['win', 'void'] as const).flatMap((kind) => {
    const some = told.filter((one) => one.kind === kind);
    return some.length === 0 ? [] : address(kind, join(kind, some), hearer);
  });
  for (const one of told) {
    if (one.what === null || (one.kind === 'limit' && (quietUntil !== null || isPaused))) continue;
    const notice = { what: one.what, count: 1, amount: one.amount, tag: `${one.kind} ${one.subject}` };
    messages.push(...address(one.kind, notice, hearer));
  }
  return { messages, waiting: waiting.map(({ id }) => id), done: told.map(({ id }) => id) };
}

function join(kind: 'win' | 'void', some: readonly DueNotice[]): Notice & { readonly amount: number } {
  return {
    what: kind,
    count: some.length,
    amount: some.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
    tag: `${kind} ${some[0]!.subject}`,
  };
}

function address(kind: NoticeKind, notice: Notice, hearer: Hearer): PlannedMessage[] {
  const { choices, showAmounts, smsFrom, browsers, email, phone } = hearer;
  const said = showAmounts ? notice : { ...notice, amount: null };
  const messages: PlannedMessage[] = [];
  if (isWanted(choices, kind, 'push')) {
    for (const to of browsers) messages.push({ channel: 'push', to, notice: said });
  }
  if (email !== null && isWanted(choices, kind, 'email')) messages.push({ channel: 'email', to: email, notice: said });
  const isWorthAnSms = kind === 'payment' || (notice.amount ?? 0) >= smsFrom;
  if (phone !== null && isWorthAnSms && isWanted(choices, kind, 'sms')) {
    messages.push({ channel: 'sms', to: phone, notice: said });
  }
  return messages;
}
