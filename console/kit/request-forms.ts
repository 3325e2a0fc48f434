import type { RequestKind } from '#contract/operator/requests.ts';
import type { RequestBody } from './RequestSheet.tsx';

/** How one value is filled in. */
export type Field = {
  /** The field is shown only where another field has this value. */
  readonly when?: readonly [field: string, value: string];
} & (
  | { readonly is: 'whole' }
  | { readonly is: 'line'; readonly least: number; readonly most: number }
  | { readonly is: 'moment' }
  /** The screen says of what, where `of` does not. */
  | { readonly is: 'choice'; readonly of?: readonly string[] }
  /** One of many, which the screen names. */
  | { readonly is: 'pick' }
);

/** The names of the fields of a kind. */
type NameOf<K extends RequestKind> =
  RequestBody<K> extends infer B
    ?
        | (B extends { readonly values: infer V } ? keyof V : never)
        | (B extends { readonly evidence: unknown } ? 'evidence' : never)
    : never;

export interface Form<Name extends PropertyKey = string> {
  /** The fields in the order of the sheet. A value that the screen gives has no field. */
  readonly fields?: { readonly [N in Name]?: Field };
  /** The field whose value is typed in once more, where the screen does not say what has to be typed in. */
  readonly again?: Name;
  /** Filled red: it does something that hurts. */
  readonly danger?: true;
}

const whole = { is: 'whole' } as const;
const told = { is: 'line', least: 3, most: 200 } as const;

/**
 * The fields of the kinds of contract/operator/requests.ts, where the screen does not give them all. The schemas there check it. They are
 * no part of the console, which downloads no validator.
 */
export const forms: { readonly [K in RequestKind]?: Form<NameOf<K>> } = {
  unlock: { fields: { lock: { is: 'choice' } } },
  change_phone: { fields: { phone: { is: 'line', least: 8, most: 30 } }, again: 'phone' },
  change_name: {
    fields: { firstName: { is: 'line', least: 1, most: 80 }, lastName: { is: 'line', least: 1, most: 80 } },
    again: 'lastName',
  },
  export_people: { danger: true },
  raise_cap: { fields: { amount: whole }, again: 'amount' },
  call_off_draw: { fields: { toldEn: told, toldFr: told }, danger: true },
  pay_held_draw: { danger: true },
  timetable: { again: 'everyMinutes', danger: true },
  payment_routes: { danger: true },
  top_up: {
    fields: {
      account: { is: 'pick' },
      amount: whole,
      transfer: { is: 'line', least: 3, most: 60 },
      transferredAt: { is: 'moment' },
    },
    again: 'amount',
  },
  reserve: { fields: { amount: whole }, again: 'amount' },
  decide_payment: {
    fields: {
      status: { is: 'choice' },
      refunded: { ...whole, when: ['status', 'refunded'] },
      evidence: { is: 'line', least: 5, most: 400 },
    },
  },
  adjust: {
    fields: {
      wallet: { is: 'choice', of: ['dep', 'win'] },
      amount: whole,
      payment: { is: 'pick' },
      told,
    },
    again: 'amount',
  },
  webhook_endpoint: { fields: { url: { is: 'line', least: 12, most: 500 } } },
  machine_key: {
    fields: { name: { is: 'line', least: 2, most: 60 }, perMinute: whole, endsAt: { is: 'moment' } },
  },
  care_threshold: {
    fields: { notable: whole, strong: whole, times: whole, beginsAt: { is: 'moment' } },
    again: 'strong',
    danger: true,
  },
};
