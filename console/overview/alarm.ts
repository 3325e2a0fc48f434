import type { OperatorRole } from '#contract/operator/roles.ts';
import { amount } from '#console/values/amounts.ts';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/overview.ts';

interface About {
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

/** What an alarm is about, in a line: the draw's moment, how many payments, what was said. */
export function aboutAlarm({ subject, detail }: About): string {
  const { drawsAt, payments, amount: francs, because } = detail;
  if (typeof drawsAt === 'string') return formatFull(drawsAt);
  const parts = [
    words.alarms.about(subject),
    typeof payments === 'number' && words.alarms.many(payments),
    typeof francs === 'number' && `${amount(francs)}\u00A0${words.xof}`,
    typeof because === 'string' && because,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Who may put a name on an alarm; auditors look on. */
export function canTake(roles: readonly OperatorRole[]): boolean {
  return roles.some((role) => role !== 'auditor');
}
