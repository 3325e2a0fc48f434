import { betNames, betTypes, type BetName } from '#domain/bet-types.ts';
import { arrangements, winningSelections } from '#domain/outcome.ts';
import { countArrangements } from './orders.ts';

/** How many first places of a result decide what the bet types that ask for no exact order pay. */
const depth = Math.max(...betNames.map((name) => depthOf(name)));

function depthOf(name: BetName): number {
  const { hit } = betTypes[name];
  return hit.kind === 'top' ? hit.depth : 0;
}

/**
 * The results in groups that begin alike, in the sequence of their ranks: 504 of them. Within a group these bet types pay
 * the same.
 */
export const groupCount = countArrangements(depth);

/** The groups in which one selection wins, and what it pays there per franc. */
interface GroupWins {
  readonly groups: readonly number[];
  readonly mults: readonly number[];
}

type WinsBySelection = ReadonlyMap<number, GroupWins>;

let wins: Map<BetName, WinsBySelection> | undefined;

/**
 * Where a selection of a bet type without exact order wins.
 *
 * @throws RangeError when the bet type has no such selection
 */
export function groupWinsOf(name: BetName, selection: number): GroupWins {
  const found = (wins ??= listWins()).get(name)?.get(selection);
  // Every selection that can be played wins in some results.
  if (!found) throw new RangeError(`${selection} is not a selection of ${name}`);
  return found;
}

function listWins(): Map<BetName, WinsBySelection> {
  return new Map(betNames.filter((name) => depthOf(name) > 0).map((name) => [name, listWinsOf(name)]));
}

function listWinsOf(name: BetName): WinsBySelection {
  const bySelection = new Map<number, { groups: number[]; mults: number[] }>();
  for (const [group, beginning] of [...arrangements(depth)].entries()) {
    const others = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((number) => !beginning.includes(number));
    const { selections, mults } = winningSelections([...beginning, ...others], [name]);
    for (const [index, selection] of selections.entries()) {
      let entry = bySelection.get(selection);
      if (!entry) bySelection.set(selection, (entry = { groups: [], mults: [] }));
      entry.groups.push(group);
      entry.mults.push(mults[index]!);
    }
  }
  return bySelection;
}
