import type { GenericSchema } from 'valibot';

type Cell = string | number | boolean | null;

/** A column of a file: its name, and what it takes out of an item. */
export interface Column {
  readonly name: string;
  readonly read: (item: unknown) => Cell;
}

interface Shape {
  readonly type: string;
  /** Of an object. */
  readonly entries?: Readonly<Record<string, Shape>>;
  /** Of what may be null or left out. */
  readonly wrapped?: Shape;
  /** Of an array. */
  readonly item?: Shape;
}

/**
 * The columns of a list, from the shape that the contract gives its answer. An object within an item becomes columns of its own,
 * `draw.id`; a list in one cell is separated by spaces, and what has no fixed shape is JSON.
 */
export function columnsOf(answer: GenericSchema): readonly Column[] {
  const item = (answer as unknown as Shape).entries?.['data']?.item;
  if (item === undefined) throw new Error('this answer is no list');
  return readShape(item, '', (value) => value);
}

function readShape(shape: Shape, name: string, read: (item: unknown) => unknown): Column[] {
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

function writeCell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  const isPlain = Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');
  return isPlain ? value.join(' ') : JSON.stringify(value);
}
