import { amount } from '#console/values/amounts.ts';
import { formatDay, formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/kit.ts';
import { readFilter } from './address.ts';

/** A filter of a list: a chip, and a name in the address. */
export interface Filter {
  /** Its name in the address. */
  readonly name: string;
  /** In one word, on its chip. */
  readonly label: string;
  /**
   * `choice`: any of some, or none of them · `one`: one of some · `day`: one day · `moment`: in UTC in the address ·
   * `text`: typed text · `days`: one day or several, `2026-11-20..2026-11-22` · `amounts`: from one to another, `1000..5000`.
   */
  readonly kind: 'choice' | 'one' | 'day' | 'moment' | 'text' | 'days' | 'amounts';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The text of its chip while it is not set, if it is not *any*. */
  readonly unset?: string;
  /** An example of a valid text, such as `10000`. */
  readonly hint?: string;
  /** Shown only when it is set, and offered by *+ filter*. */
  readonly rare?: boolean;
}

/** `1000..5000` → both ends; one day alone is both. An end that is left out is empty. */
export function endsOf(value: string): readonly [string, string] {
  const [first = '', last = first] = value.split('..');
  return [first, last];
}

/** `unknown, held` · `not: sign-out` · `20/11/2026` · `1 000 – 5 000` */
export function sayFilter({ kind, options = [] }: Filter, value: string): string {
  if (kind === 'days' || kind === 'amounts') {
    const [first, last] = endsOf(value).map((end) =>
      end === '' ? '' : kind === 'days' ? formatDay(end) : sayAmount(end),
    );
    if (first === '' || last === '') return first === '' ? words.upTo(last!) : words.from(first!);
    return first === last ? first! : `${first} – ${last}`;
  }
  if (kind === 'day') return formatDay(value);
  if (kind === 'text') return value;
  if (kind === 'moment') return Number.isNaN(Date.parse(value)) ? value : formatFull(value);
  const { isNot, values } = readFilter(value);
  const names = values.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', ');
  return isNot ? words.notSuch(names) : names;
}

const sayAmount = (text: string) => (Number.isSafeInteger(Number(text)) ? amount(Number(text)) : text);
