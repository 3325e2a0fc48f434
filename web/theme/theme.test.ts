import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '#tests/support/browser/memory-storage.ts';
import { readTheme, setTheme } from './theme.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [null, 'light', 'ltr'],
  ['{', 'light', 'ltr'],
  ['null', 'light', 'ltr'],
  ['{"mode":"sepia","direction":7}', 'light', 'ltr'],
  ['{"mode":"dark","direction":"rtl"}', 'dark', 'rtl'],
])('reads the stored theme %j', (text, mode, direction) => {
  expect(readTheme(text)).toEqual({ mode, direction });
});

it('changes mode and direction independently, on the page and in storage', () => {
  const localStorage = memoryStorage();
  const documentElement = { dataset: { theme: '' }, dir: '' };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('document', { documentElement });
  setTheme({ direction: 'rtl' });
  setTheme({ mode: 'dark' });
  expect(readTheme(localStorage.getItem('theme'))).toEqual({ mode: 'dark', direction: 'rtl' });
  expect(documentElement).toEqual({ dataset: { theme: 'dark' }, dir: 'rtl' });
});
