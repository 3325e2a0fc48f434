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
   * `text`: typed text.
   */
  readonly kind: 'choice' | 'one' | 'day' | 'moment' | 'text';
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The text of its chip while it is not set, if it is not *any*. */
  readonly unset?: string;
  /** An example of a valid text, such as `10000`. */
  readonly hint?: string;
  /** Shown only when it is set, and offered by *+ filter*. */
  readonly rare?: boolean;
}

/** `unknown, held` · `not: sign-out` · `20/11/2026` */
export function sayFilter({ kind, options = [] }: Filter, value: string): string {
  if (kind === 'day') return formatDay(value);
  if (kind === 'text') return value;
  if (kind === 'moment') return Number.isNaN(Date.parse(value)) ? value : formatFull(value);
  const { isNot, values } = readFilter(value);
  const names = values.map((one) => options.find((option) => option.value === one)?.label ?? one).join(', ');
  return isNot ? words.notSuch(names) : names;
}
