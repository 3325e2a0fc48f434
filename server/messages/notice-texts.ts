import { addressIn, noticesIn, type Language } from '#server/words/languages.ts';
import type { NoticeText } from '#server/words/en/notices.ts';

/** The content of a notice. */
export interface Notice {
  readonly what: 'win' | 'void' | NoticeOfOne;
  /** How many draws it is about; 1 for anything else. */
  readonly count: number;
  /** In francs; null where it must not be read by whoever sees the phone. */
  readonly amount: number | null;
  /** A tag that is equal for notices of which a later one replaces an earlier one. */
  readonly tag: string;
}

export type NoticeOfOne =
  | 'deposit_done'
  | 'deposit_failed'
  | 'withdrawal_done'
  | 'withdrawal_failed'
  | 'break_over'
  | 'stakes_reached';

const hour = 60 * 60;

/** The page that a tap on the notice opens, and how long a push service keeps it for a phone that is off, in seconds. */
function aboutOf({ what }: Notice): { path: string; keep: number } {
  switch (what) {
    case 'win':
    case 'void':
      return { path: '/my-bets', keep: 24 * hour };
    case 'break_over':
    case 'stakes_reached':
      return { path: '/profile#play-limits', keep: hour };
    default:
      return { path: '/my-wallet', keep: hour };
  }
}

/** The notice in its channel's form: for push the JSON that the service worker shows. */
export function writeNotice(notice: Notice, channel: 'sms' | 'email' | 'push', language: Language): string {
  const { title, text, sms } = textOf(notice, language);
  // A space that does not break doubles the price of an SMS.
  if (channel === 'sms') return sms.replaceAll(/[\u00A0\u202F]/g, ' ');
  if (channel === 'email') return text;
  const { path, keep } = aboutOf(notice);
  return JSON.stringify({ title, body: text, tag: notice.tag, url: addressIn(path, language), lang: language, keep });
}

/** The notice as its reader saw it. */
export function describeNotice(notice: Notice, language: Language): string {
  return textOf(notice, language).text;
}

function textOf({ what, count, amount }: Notice, language: Language): NoticeText {
  const { francs, ...texts } = noticesIn(language);
  const named = amount === null ? null : francs(amount);
  if (what === 'win' || what === 'void') return texts[what](count, named);
  return texts[what](named);
}
