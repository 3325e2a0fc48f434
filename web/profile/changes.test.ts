import { expect, it } from 'vitest';
import { changesOf } from './changes.ts';

const stored = { firstName: 'Awa', email: 'awa@example.com' as string | null, city: null as string | null };

it('names nothing when nothing changed', () => {
  expect(changesOf(stored, { ...stored })).toEqual({});
});

it('names what changed, with null for a field that was cleared', () => {
  expect(changesOf(stored, { firstName: 'Awa', email: null, city: 'Abidjan' })).toEqual({
    email: null,
    city: 'Abidjan',
  });
});
