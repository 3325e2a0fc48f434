import * as v from 'valibot';
import type { GenericSchema, InferOutput } from 'valibot';
import type { CsvCell, CsvColumn } from '#contract/endpoint.ts';
import { paging } from '#contract/queries.ts';

/** In the query of a list: `as=csv` answers with the whole list as a file, for operators with the right `listsAsFiles`. */
export const asFile = {
  as: v.optional(
    v.pipe(v.literal('csv'), v.description('The whole list as a file; `cursor` and `limit` mean nothing then.')),
  ),
};

/** The paging of a list that is also a file. */
export const pagingOrFile = { ...paging, ...asFile };

/**
 * The columns of a file that leaves out fields of an item, or names them otherwise.
 *
 * @param names the columns in order: `from_account` takes the field `fromAccount`
 * @param own what the columns take from an item that are no field of it
 */
export function csvColumns<const S extends GenericSchema>(
  item: S,
  names: string,
  own: Readonly<Record<string, (item: InferOutput<S>) => CsvCell>> = {},
): readonly CsvColumn[] {
  const fields = readShape(item, '', (value) => value);
  const reads = new Map(fields.map(({ name, read }) => [inSnakeCase(name), read]));
  return names.split(' ').map((name) => {
    const read = own[name] ?? reads.get(name);
    if (read === undefined) throw new Error(`the column ${name} is no field`);
    return { name, read };
  });
}

const inSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface Shape {
  readonly type: string;
  /** Set for an object. */
  readonly entries?: Readonly<Record<string, Shape>>;
  /** Set for a value that may be null or left out. */
  readonly wrapped?: Shape;
  /** Set for an array. */
  readonly item?: Shape;
}

/**
 * The columns of a list, from the shape that the contract gives its answer. An object within an item becomes columns of
 * its own, `draw.id`; a list in one cell is separated by spaces, and a value without a fixed shape is JSON.
 */
export function columnsOf(answer: GenericSchema): readonly CsvColumn[] {
  const item = (answer as unknown as Shape).entries?.['data']?.item;
  if (item === undefined) throw new Error('this answer is not a list');
  return readShape(item, '', (value) => value);
}

function readShape(shape: Shape, name: string, read: (item: unknown) => unknown): CsvColumn[] {
  if (shape.wrapped !== undefined) return readShape(shape.wrapped, name, read);
  if (shape.entries === undefined || shape.type === 'variant') {
    return [{ name, read: (item) => writeCell(read(item)) }];
  }
  return Object.entries(shape.entries).flatMap(([key, part]) =>
    readShape(
      part,
      name === '' ? key : `${name}.${key}`,
      (item) => (read(item) as Record<string, unknown> | null)?.[key],
    ),
  );
}

function writeCell(value: unknown): CsvCell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  const isPlain = Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');
  return isPlain ? value.join(' ') : JSON.stringify(value);
}
