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

/** Columns that differ from the fields of an item: by name, with the value that each takes from an item. */
export function csvColumns<const S extends GenericSchema>(
  _item: S,
  columns: Readonly<Record<string, (item: InferOutput<S>) => CsvCell>>,
): readonly CsvColumn[] {
  return Object.entries(columns).map(([name, read]) => ({ name, read }));
}

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
