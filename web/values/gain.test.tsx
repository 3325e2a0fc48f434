import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { isGain } from './gain.ts';
import { PaidAndStaked } from './PaidAndStaked.tsx';

/** The text as it is read, and whether it is marked as a gain, which is what makes it green. */
function read(markup: string) {
  return {
    text: markup.replaceAll(/<[^>]*>/g, '').replaceAll('\u202F', ' '),
    green: markup.includes('data-gain="true"'),
  };
}

describe('a client gained if more was paid than staked', () => {
  it.each([
    ['nine tickets that paid less than they cost', { paid: 600, staked: 900 }, false],
    ['a draw that was called off', { paid: 900, staked: 900 }, false],
    ['nothing won', { paid: 0, staked: 300 }, false],
    ['nothing played', { paid: 0, staked: 0 }, false],
    ['one franc more', { paid: 901, staked: 900 }, true],
  ])('%s', (_, play, gain) => {
    expect(isGain(play)).toBe(gain);
    expect(read(renderToStaticMarkup(<PaidAndStaked {...play} />)).green).toBe(gain);
  });
});

it('shows what was paid and what was staked', () => {
  expect(read(renderToStaticMarkup(<PaidAndStaked paid={2_400} staked={900} />)).text).toBe('Paid 2 400 · staked 900');
});
