import { expect, it } from 'vitest';
import { readTheme } from './theme.ts';

it.each([
  [null, 'light', 'ltr'],
  ['{', 'light', 'ltr'],
  ['null', 'light', 'ltr'],
  ['{"mode":"sepia","direction":7}', 'light', 'ltr'],
  ['{"mode":"dark","direction":"rtl"}', 'dark', 'rtl'],
])('reads the stored theme %j', (text, mode, direction) => {
  expect(readTheme(text)).toEqual({ mode, direction });
});
