import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import type { BetSums } from '#contract/bets.ts';
import type { Draw } from '#contract/draws.ts';
import { ResultRow } from './ResultRow.tsx';

const drawn: Draw = {
  id: 'd1',
  fullDate: '2026-11-22T22:43:00.000Z',
  minute: '43',
  closesAt: '2026-11-22T22:42:50.000Z',
  status: 'settled',
  rules: 'izi-1',
  commitment: '00',
  stops: [],
  calledOff: null,
  result: Array.from('491728536'),
};

/** The text of a row, and what in it is green. */
function rowOf(draw: Draw, mine?: Partial<BetSums>) {
  const sums = mine && { drawId: draw.id, tickets: 3, staked: 900, paid: null, places: null, ...mine };
  const markup = renderToStaticMarkup(
    <Router ssrPath="/results">
      <ResultRow draw={draw} day="2026-11-22" mine={sums} />
    </Router>,
  );
  return {
    link: /<a .*?<\/a>/.exec(markup)![0],
    text: markup
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll('\u202F', ' ')
      .trim(),
    green: /data-gain="true"/.test(markup),
  };
}

it.each([
  ['a loss is neutral', { paid: 600 }, 'Your 3 tickets Paid 600 · staked 900', false],
  ['more than was staked is green', { paid: 2_400 }, 'Your 3 tickets Paid 2 400 · staked 900', true],
  ['nothing is known before the draw is settled', {}, 'Your 3 tickets being paid out …', false],
  ['one ticket', { paid: 0, tickets: 1, staked: 300 }, 'Your ticket Paid 0 · staked 300', false],
])('%s', (_, mine, text, green) => {
  const row = rowOf(drawn, mine);
  expect(row.text).toContain(text);
  expect(row.text).not.toContain('+');
  expect(row.green).toBe(green);
});

it('a draw that was called off is listed as such, with the returned stakes', () => {
  const { text, green } = rowOf({ ...drawn, status: 'void', result: null }, { paid: 900 });
  expect(text).toBe('22:43 Called off, stakes returned Your 3 tickets 900 XOF returned');
  expect(green).toBe(false);
});

it('a draw of another day than the chosen one shows its day', () => {
  expect(rowOf({ ...drawn, fullDate: '2026-11-21T23:59:00.000Z' }).text).toMatch(/^23:59 21\/11 4 9 1/);
});

it('the name of the link holds what the link shows, so that it can be opened by voice', () => {
  const { link } = rowOf({ ...drawn, fullDate: '2026-11-21T23:59:00.000Z' });
  const shown = link.replaceAll(/<[^>]*>/g, '');
  expect(shown).toBe('23:59');
  expect(/aria-label="([^"]*)"/.exec(link)![1]).toContain(shown);
});
