import type { listInbox } from '#contract/calls/operator/overview.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useMe } from '#console/api/session-state.ts';
import { useNow } from '#console/clock/clock.ts';
import { Status, Tag, type Tone } from '#console/kit/Status.tsx';
import { shortSubject } from '#console/kit/Subject.tsx';
import type { Column, Fold } from '#console/kit/Table.tsx';
import { amount } from '#console/values/amounts.ts';
import { codeName } from '#console/values/names.ts';
import { formatClock, formatSpan } from '#console/values/time.ts';
import { words as careWords } from '#console/words/en/care.ts';
import { words as documentWords } from '#console/words/en/documents.ts';
import { words } from '#console/words/en/inbox.ts';
import { words as paymentWords } from '#console/words/en/payments.ts';
import { words as requestWords } from '#console/words/en/requests.ts';
import { actsOnDraws } from '#console/requests/states.ts';
import { aboutAlarm } from './alarm.ts';
import styles from './items.module.css';

export type Item = OperatorAnswer<typeof listInbox>['data'][number];

/** The key of an item among all: two kinds may have the same number. */
export const idOf = ({ what, id }: Item) => `${what}:${id}`;

const tones: Readonly<Record<Item['place'], Tone>> = { now: 'bad', today: 'wait', later: 'idle' };

function readTitle({ what, kind, detail }: Item): string {
  switch (what) {
    case 'alarm':
      return words.alarms.kinds[kind as keyof typeof words.alarms.kinds];
    case 'draw':
      return words.lateDraw(formatClock(String(detail['drawsAt'])));
    case 'payment': {
      const { [detail['direction'] as 'deposit']: says } = words.payments[kind as keyof typeof words.payments];
      return says;
    }
    case 'request':
      return words.approve(requestWords.act(kind, clockOf(detail)));
    case 'care':
      return words.care(careWords.kinds[kind as keyof typeof careWords.kinds]);
    case 'document':
      return words.document(documentWords.types[kind as keyof typeof documentWords.types]);
  }
}

/** The time of the draw that a request is about; null where it is about something else. */
function clockOf({ drawsAt }: Item['detail']): string | null {
  return typeof drawsAt === 'string' ? formatClock(drawsAt) : null;
}

/** The draw of a request, without a word where its title names it already. */
function drawOf(kind: string, detail: Item['detail']): string | null {
  const clock = clockOf(detail);
  return clock === null ? null : actsOnDraws.includes(kind) ? '' : requestWords.drawOf(clock);
}

function readMore({ what, id, kind, subject, detail, clientId, player }: Item): string {
  const number = clientId !== null && words.player(amount(clientId));
  const parts = {
    alarm: () => [aboutAlarm({ subject: subject!, detail })],
    draw: () => [codeName('step', kind)],
    payment: () => [
      player ?? number,
      paymentWords.review.reasons[detail['because'] as keyof typeof paymentWords.review.reasons],
      id.slice(0, 8),
    ],
    request: () => [
      words.request(amount(Number(detail['number']))),
      words.askedBy(String(detail['askedBy'])),
      player ?? drawOf(kind, detail) ?? shortSubject(subject!),
    ],
    care: () => [player, number],
    document: () => [player, number, detail['country']],
  }[what]();
  return parts.filter(Boolean).join(' · ');
}

/** The item in two lines. */
export function What({ of: item }: { readonly of: Item }) {
  return (
    <span className={styles.what}>
      <Status is={tones[item.place]}>{readTitle(item)}</Status>
      <small>{readMore(item)}</small>
    </span>
  );
}

/** How long it has waited, or how long there is to answer. */
export function Wait({ of: { since, until } }: { readonly of: Item }) {
  const now = useNow();
  if (until === null) return <>{formatSpan(Math.max(0, now - Date.parse(since)))}</>;
  const left = Date.parse(until) - now;
  return left > 0 ? <>{words.left(formatSpan(left))}</> : <b>{words.overdue(formatSpan(-left))}</b>;
}

function Owner({ of: { owner, place } }: { readonly of: Item }) {
  const { name } = useMe();
  if (owner === null) return <Tag tone={place === 'now' ? 'bad' : 'plain'}>{words.nobody}</Tag>;
  return <>{owner === name ? words.you : owner}</>;
}

export const columns: readonly Column<Item>[] = [
  { key: 'what', cell: (item) => <What of={item} /> },
  { key: 'amount', width: 84, amount: (item) => item.amount, look: 'bold' },
  { key: 'waiting', head: words.columns.waiting, width: 108, whole: true, cell: (item) => <Wait of={item} /> },
  { key: 'owner', head: words.columns.owner, width: 92, cell: (item) => <Owner of={item} /> },
];
export const fold: Fold = ['what', 'amount', 'owner', 'waiting'];
