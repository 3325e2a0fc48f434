/** The part of a CycloneDX bill of materials that is read here. */
export interface Bill {
  readonly components: readonly Component[];
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly licenses?: readonly ({ readonly license: { readonly id?: string } } | { readonly expression: string })[];
}

/** Licences, by their SPDX identifiers, that allow use in a product whose source is open under Apache-2.0. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/**
 * Licences that allow use in this product by certain components only: a library in a file of its own, which anybody can replace
 * by another build, as the LGPL asks. We ship neither a change of it nor a copy: npm fetches it.
 */
const allowedFor: readonly { readonly licence: string; readonly component: RegExp }[] = [
  { licence: 'LGPL-3.0-or-later', component: /^@img\/sharp-/ },
];

/** A sentence for each component of the product whose licence is missing or is none of the allowed ones. */
export function refuseLicences({ components }: Bill): string[] {
  return components.filter(isInProduct).flatMap((component) => {
    const { name, version, licenses = [] } = component;
    const given = licenses.map((one) => ('expression' in one ? one.expression : one.license.id));
    const isAllowed = given.length > 0 && given.every((licence) => licence !== undefined && isFine(licence, name));
    return isAllowed ? [] : [`${name}@${version}: the licence is ${given.join(' and ') || 'missing'}`];
  });
}

/** Neither what only development uses nor our own folder that names it. */
function isInProduct({ properties = [] }: Component): boolean {
  const others = ['cdx:npm:package:development', 'cdx:npm:package:private'];
  return !properties.some(({ name, value }) => others.includes(name) && value === 'true');
}

/** In `(MIT OR GPL-3.0)` one may choose; with `AND` all of them hold. */
function isFine(expression: string, component: string): boolean {
  const isAllowed = (licence: string) =>
    allowed.has(licence) || allowedFor.some((one) => one.licence === licence && one.component.test(component));
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => isAllowed(licence.trim())));
}
