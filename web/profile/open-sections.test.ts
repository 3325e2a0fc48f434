import { describe, expect, it } from 'vitest';
import { readOpen, writeOpen } from './open-sections.ts';

describe('readOpen', () => {
  it.each([
    ['', '', []],
    ['?open=email,password', '', ['email', 'password']],
    ['', '#play-limits', ['play-limits']],
    ['?open=email', '#play-limits', ['email', 'play-limits']],
    ['?open=email', '#email', ['email']],
    ['?open=', '#', []],
  ])('reads %j and %j as %j', (search, hash, ids) => expect(readOpen(search, hash)).toEqual(ids));
});

describe('writeOpen', () => {
  it('writes what reads back the same', () =>
    expect(readOpen(writeOpen(['email', 'breaks']), '')).toEqual(['email', 'breaks']));
  it('leaves the address without it when nothing is open', () => expect(writeOpen([])).toBe(''));
});
