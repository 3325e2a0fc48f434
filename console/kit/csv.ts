import { addressOf } from '#console/api/call.ts';
import type { Address } from './address.ts';

/**
 * The address of a list as CSV: the same filters and order, from the first row. The server streams it.
 *
 * @param path of the call that answers with it, such as `/operator/payments.csv`
 */
export function csvAddress(
  path: string,
  { filters, order, view }: Pick<Address, 'filters' | 'order' | 'view'>,
): string {
  return addressOf({ path }, { query: { ...filters, view: view ?? undefined, order: order ?? undefined } });
}
