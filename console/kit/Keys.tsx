import { Fragment } from 'react';
import { words } from '#console/words/en/kit.ts';
import { capsOf } from './match-keys.ts';

/** The text of a cap, in the language of the page. */
export const nameOfCap = (cap: string): string => words.caps[cap] ?? cap;

/** Keys as caps: `<Keys of="g d" />`, `<Keys of="Enter" />`. */
export function Keys({ of: keys }: { readonly of: string }) {
  return capsOf(keys).map((cap, index) => (
    <Fragment key={cap}>
      {index > 0 && ' '}
      <kbd>{nameOfCap(cap)}</kbd>
    </Fragment>
  ));
}
