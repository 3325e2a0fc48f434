import { rightRows, rights, type AloneRow, type RequestKind, type Right } from '#contract/operator/rights.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { words } from '#console/words/en/my-rights.ts';
import { words as requests } from '#console/words/en/requests.ts';

export interface Act {
  readonly id: string;
  readonly says: string;
  readonly alone: boolean;
  readonly submits: boolean;
  readonly approves: boolean;
  /** Nobody approves that something starts again that they stopped. */
  readonly note?: string | false;
}

/** The kinds that start again what one operator has stopped. */
const startsAgain: readonly string[] = ['start_sales', 'resume_payments'] satisfies readonly RequestKind[];

/** The acts of an operator with these roles: what one does alone, then what takes two, in the order of the table of rights. */
export function actsOf(roles: readonly OperatorRole[]): readonly Act[] {
  const mine = (some: readonly OperatorRole[] = []) => some.some((role) => roles.includes(role));
  const rows = Object.entries<{ readonly roles: object; readonly does?: readonly string[] }>(rightRows);
  const alone = rows
    .filter(([, { does = [] }]) => does.some((name) => mine(rights[name as Right].roles)))
    .map(([name]) => ({ id: name, says: words.alone[name as AloneRow], alone: true, submits: false, approves: false }));
  const ofTwo = Object.entries(rights)
    .filter(([, { right }]) => right === 'asks')
    .map(([kind, holders]) => {
      const approves = mine(holders.approvers);
      return {
        id: kind,
        says: requests.kind(kind),
        alone: false,
        submits: mine(holders.roles),
        approves,
        note: approves && startsAgain.includes(kind) && words.notOwnStop,
      };
    })
    .filter(({ submits, approves }) => submits || approves);
  return [...alone, ...ofTwo];
}
