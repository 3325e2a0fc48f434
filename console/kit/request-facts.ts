import { fieldName } from '#console/values/names.ts';
import { sayStored } from '#console/values/stored.ts';
import type { Fact } from './Facts.tsx';

type Stored = Readonly<Record<string, unknown>>;

/** Further facts of a request: as they were when it was asked for, and as they are now where they differ. */
export function factsOf(asked: Stored, now: Stored = asked): readonly Fact[] {
  return Object.keys({ ...asked, ...now }).map((name) => {
    const [before, after] = [sayStored(asked[name], name), sayStored(now[name], name)];
    return [fieldName(name), before === after ? before : `${before} → ${after}`];
  });
}
