import { fieldName } from '#console/values/names.ts';
import { sayStored } from '#console/values/stored.ts';
import type { Fact } from './Facts.tsx';

type Stored = Readonly<Record<string, unknown>>;

/** Further facts of a request: as they are now, behind what they were when it was asked for, struck out. */
export function factsOf(asked: Stored, now: Stored = asked): readonly Fact[] {
  return Object.keys({ ...asked, ...now }).map((name) => {
    const [before, after] = [sayStored(asked[name], name), sayStored(now[name], name)];
    if (before === after) return [fieldName(name), before];
    return [
      fieldName(name),
      <span key={name}>
        <s className="quiet">{before}</s> {after}
      </span>,
    ];
  });
}
