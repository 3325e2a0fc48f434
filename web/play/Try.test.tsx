import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import Try from './Try.tsx';

const tries = 2_700;
/** The limit in standard deviations: fair counts exceed it once in some thousand million runs. */
const deviations = 6.5;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

it('is never steered: the ball that was tapped comes to each place in one try of nine', () => {
  const counts = new Map<string, number>();
  for (let time = 0; time < tries; time++) {
    // Without a browser nothing moves: all nine stand at once.
    const markup = renderToStaticMarkup(<Try ball="7" onAgain={() => {}} onPlay={() => {}} />);
    const order = Array.from(markup.matchAll(/<li[^>]*>(\d)/g), ([, number]) => number!);
    const [, place] = /Yours came (\w+)\./.exec(markup)!;
    expect(order.toSorted().join('')).toBe('123456789');
    expect(place).toBe(ordinals[order.indexOf('7')]);
    counts.set(place!, (counts.get(place!) ?? 0) + 1);
  }
  const spread = Math.sqrt(tries * (1 / 9) * (8 / 9));
  for (const ordinal of ordinals) {
    expect(Math.abs((counts.get(ordinal) ?? 0) - tries / 9), ordinal).toBeLessThan(deviations * spread);
  }
});
