import { expect, it } from 'vitest';
import { shortWhyOf, whyOf } from './why.ts';

const result = Array.from('491728536');

it.each([
  ['IziOrder', '491253678', 'Three in their exact place: first, second and third. Three pays ×4.'],
  [
    'IziOrder',
    '491728536',
    'All nine in their exact place: first, second, third, fourth, fifth, sixth, seventh, eighth and ninth. All nine pays ×20\u202F000.',
  ],
  ['IziOrder', '412345678', 'One in its exact place: first. Three are needed.'],
  ['IziOrder', '123456789', 'None is in its exact place. Three are needed.'],
  ['IziOne', '4', '4 came first. That pays ×6.'],
  ['IziOne', '2', '2 came fifth. It has to be first.'],
  ['IziTwo', '94', '9 came second and 4 came first. That pays ×24.'],
  ['IziTwo', '41', '4 came first and 1 came third. Both have to be among the first two.'],
  ['IziABC', '1', '1 came third. That pays ×2.'],
  ['IziABC', '6', '6 came ninth. It has to be among the first three.'],
  ['Izi2x', '146', '1 came third, 4 came first and 6 came ninth. That pays ×3.'],
  ['Izi2x', '467', '4 came first, 6 came ninth and 7 came fourth. At least two have to be among the first three.'],
  ['Izi3x', '194', '1 came third, 9 came second and 4 came first. That pays ×56.'],
  ['Izi3x', '197', '1 came third, 9 came second and 7 came fourth. All have to be among the first three.'],
] as const)('%s %s', (name, numbers, why) => {
  const verdict = whyOf({ name, selectedNumbers: Array.from(numbers), result });
  expect(verdict).toBe(why);
});

it.each([
  ['IziOrder', '491253678', 'Three in their exact place: first, second and third.'],
  ['IziOrder', '123456789', 'None is in its exact place.'],
  ['IziOne', '4', 'Came first'],
  ['IziABC', '6', 'Came ninth'],
  ['IziTwo', '94', '9 came second and 4 came first.'],
  ['IziTwo', '41', '1 came third.'],
  ['Izi2x', '146', '1 came third and 4 came first.'],
  ['Izi2x', '467', '6 came ninth and 7 came fourth.'],
  ['Izi3x', '197', '7 came fourth.'],
] as const)('the short reason has only what decided: %s %s', (name, numbers, why) => {
  expect(shortWhyOf({ name, selectedNumbers: Array.from(numbers), result })).toBe(why);
});
