import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives the classes of CSS modules the shortest possible names: letters for the file, a number for the class, such as `c4`.
 * The names are in the CSS, the scripts and the finished HTML. The same sources give the same names.
 */
export function shortClassNames(folders: readonly string[]): (name: string, file: string) => string {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.module.css'))
      .toSorted()
      .map((file) => ({ path: join(folder, file), names: new Map<string, number>() })),
  );
  return (name, file) => {
    const index = files.findIndex(({ path }) => path === file.split('?', 1)[0]);
    if (index < 0) throw new Error(`${file} was not there when the build began`);
    const { names } = files[index]!;
    if (!names.has(name)) names.set(name, names.size);
    return `${toLetters(index)}${names.get(name)}`;
  };
}

/** Without an a: a class like `ad1` would be hidden by ad blockers. */
const letters = 'bcdefghijklmnopqrstuvwxyz';

/** 0 → `b`, 24 → `z`, 25 → `bb` */
function toLetters(index: number): string {
  const last = letters[index % letters.length]!;
  return index < letters.length ? last : toLetters(Math.floor(index / letters.length) - 1) + last;
}
