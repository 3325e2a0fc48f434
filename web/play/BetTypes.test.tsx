import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Draw, SalesStop } from '#contract/draws.ts';
import { BetTypes } from './BetTypes.tsx';

/** The bet types that are greyed, and those that cannot be chosen. */
function greyedIn(...stops: readonly Pick<SalesStop, 'name'>[]) {
  const draw = { stops: stops.map(({ name }) => ({ name, sentence: 'No more.', cause: 'cap', since: '' })) };
  const markup = renderToStaticMarkup(<BetTypes chosen="IziOne" draw={draw as unknown as Draw} change={() => {}} />);
  const radios = markup.match(/<input[^>]*>/g) ?? [];
  const named = (which: RegExp) =>
    radios.filter((radio) => which.test(radio)).map((radio) => /value="(\w+)"/.exec(radio)![1]);
  return { greyed: named(/aria-disabled="true"/), off: named(/\sdisabled/) };
}

it('greys bet types with stopped sales, and lets them be chosen, because then the page says why', () => {
  expect(greyedIn()).toEqual({ greyed: [], off: [] });
  expect(greyedIn({ name: 'IziTwo' })).toEqual({ greyed: ['IziTwo'], off: [] });
  expect(greyedIn({ name: null }).greyed).toHaveLength(6);
});
