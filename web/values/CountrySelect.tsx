import type { ComponentPropsWithRef } from 'react';
import { countries, countryName, type Country } from './countries.ts';
import { Select } from '#ui/Select.tsx';

type CountrySelectProps = Omit<ComponentPropsWithRef<'select'>, 'children'> & {
  /** The codes of the countries to choose from; all if left out. */
  only?: readonly string[];
  /** Shows the dial code before the name, for a country that is chosen for a phone number. */
  dialCodes?: boolean;
};

export function CountrySelect({ only, dialCodes = false, ...rest }: CountrySelectProps) {
  const offered = only ? countries.filter(({ code }) => only.includes(code)) : countries;
  return (
    <Select autoComplete="country" {...rest}>
      {offered.map((country) => (
        <option key={country.code} value={country.code}>
          {labelOf(country, dialCodes)}
        </option>
      ))}
    </Select>
  );
}

function labelOf({ code, dialCode }: Country, withDialCode: boolean): string {
  return withDialCode ? `${dialCode} ${countryName(code)}` : countryName(code);
}
