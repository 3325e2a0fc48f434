import { expect, test } from 'vitest';
import { actsOf } from './my-rights.ts';

const idsOf = (roles: Parameters<typeof actsOf>[0], of: 'alone' | 'submits' | 'approves') =>
  actsOf(roles).flatMap((act) => (act[of] ? [act.id] : []));

test('a role has its own acts: alone, submitted and approved', () => {
  expect(idsOf(['draws'], 'alone')).toEqual(['the inbox: put a name on an item', 'stop sales']);
  expect(idsOf(['draws'], 'submits')).toEqual([
    'start_sales',
    'call_off_draw',
    'pay_held_draw',
    'timetable',
    'reserve',
  ]);
  expect(idsOf(['draws'], 'approves')).toEqual([]);
  expect(idsOf(['admin'], 'approves')).toEqual(['operator_add', 'operator_roles', 'operator_passkey']);
  expect(idsOf(['auditor'], 'alone')).toEqual(['exports']);
  expect(idsOf(['auditor'], 'approves')).toEqual(['export_people']);
  expect(actsOf([])).toEqual([]);
});

test('an operator of two roles has the acts of both, and each act once', () => {
  const acts = actsOf(['risk', 'compliance']);
  expect(new Set(acts.map(({ id }) => id)).size).toBe(acts.length);
  expect(acts.find(({ id }) => id === 'reserve')).toMatchObject({ submits: true, approves: true });
  expect(acts.find(({ id }) => id === 'start_sales')).toMatchObject({ approves: true, note: 'not my own stop' });
});

test('every act has words', () => {
  for (const { says } of actsOf(['support', 'payments', 'draws', 'risk', 'compliance', 'auditor', 'admin']))
    expect(says).toMatch(/^[A-Z]/);
});
