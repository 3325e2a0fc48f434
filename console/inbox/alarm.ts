import { amount } from '#console/values/amounts.ts';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/inbox.ts';

interface About {
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

/** The subject of an alarm, in a line: the draw's moment, the number of payments, the difference. */
export function aboutAlarm({ subject, detail }: About): string {
  const { drawsAt, payments, amount: francs, because } = detail;
  if (typeof drawsAt === 'string') return formatFull(drawsAt);
  const parts = [
    words.alarms.about(subject),
    typeof payments === 'number' && words.alarms.many(payments),
    typeof francs === 'number' && `${amount(francs)}\u00A0XOF`,
    typeof because === 'string' && because,
  ];
  return parts.filter(Boolean).join(' · ');
}
