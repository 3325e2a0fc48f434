import { betNames, betTypes } from '#domain/bet-types.ts';
import { words } from '#console/words/en/kit.ts';
import { colon } from '#console/words/en/units.ts';
import { amount, none } from './amounts.ts';
import { codeName, fieldName } from './names.ts';
import { formatPhone } from '#domain/phone.ts';
import { formatFull } from './time.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** A value that a request or a line of the audit has kept, in words. */
export function sayStored(value: unknown, field = ''): string {
  if (value === null || value === undefined) return none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number' && Number.isInteger(value)) {
    return (field === 'betType' && betNames.find((name) => betTypes[name].code === value)) || amount(value);
  }
  if (typeof value === 'string') return instant.test(value) ? formatFull(value) : formatPhone(codeName(field, value));
  if (Array.isArray(value)) {
    const said = value.map((one) => sayStored(one, field));
    return said.join(said.some((one) => one.includes(',')) ? ' · ' : ', ') || none;
  }
  return typeof value === 'object' ? sayFields(value) : JSON.stringify(value);
}

/** `name: value` of each, in a line. */
export function sayFields(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${fieldName(name)}${colon}${sayStored(value, name)}`)
    .join(', ');
}
