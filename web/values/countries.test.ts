import { expect, it } from 'vitest';
import { formatPhone } from '#domain/phone.ts';
import { countries } from './countries.ts';

it.each(countries)('reads a number of $code as the example of its forms', ({ dialCode, phoneExample }) => {
  const phone = dialCode + phoneExample.replaceAll(' ', '');
  expect(formatPhone(phone).replaceAll('\u00A0', ' ')).toBe(`${dialCode} ${phoneExample}`);
});
