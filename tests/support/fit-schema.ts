import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApi } from '#server/http/openapi.ts';

/**
 * Compares values with schemas of an API's document.
 *
 * @returns a function that says how a value does not fit a schema; null where it does
 */
export function createFit({ components }: Pick<OpenApi, 'components'>) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
  formats.default(ajv);
  // The document's shapes refer to each other, and are compiled once: not with each schema that refers to one.
  ajv.addSchema({ $id: 'api:document', components });
  const compiled = new Map<object, ValidateFunction>();
  return (schema: object, value: unknown): string | null => {
    let fits = compiled.get(schema);
    if (!fits) {
      const alone = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"api:document#');
      compiled.set(schema, (fits = ajv.compile(JSON.parse(alone) as object)));
    }
    return fits(value) ? null : ajv.errorsText(fits.errors);
  };
}
