import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requestKinds } from '#contract/operator/requests.ts';
import { rights } from '#contract/operator/rights.ts';
import { readSchemaFiles } from '#database/schema-files.ts';
import { rightsPage } from './rights-page.ts';
import { kindsSql, rightsSql } from './rights-sql.ts';

const written = { 'console/rights.sql': rightsSql(), 'console/kinds.sql': kindsSql() };
const { triggers, functions } = await readSchemaFiles();
const byHand = [...triggers, ...functions].filter(({ name }) => !(name in written));

test('the database has the rights and the kinds of requests of the contract; `npm run schema` writes them', () => {
  for (const [name, sql] of Object.entries(written)) {
    expect(functions.find((file) => file.name === name)?.sql, name).toBe(sql);
  }
});

test('docs/rights.md has the rights of the contract; `npm run schema` writes it', () => {
  expect(readFileSync(join(import.meta.dirname, '../../docs/rights.md'), 'utf8')).toBe(rightsPage());
});

test('the functions of the database ask for rights that exist', () => {
  const asking = [
    /console\.require(?:_to_read)?\(p_session, '(\w+)'\)/g,
    /console\.may\(\w+, '(\w+)'\)/g,
    /console\.look_at_player\(p_session, [\w.]+, '\w+', '(\w+)'\)/g,
    /console\.act_on_player\(p_session, \w+, '(\w+)'\)/g,
    /p_right text default '(\w+)'/g,
  ];
  const asked = byHand.flatMap(({ sql }) =>
    asking.flatMap((pattern) => [...sql.matchAll(pattern)].map(([, right]) => right!)),
  );
  expect(asked.length).toBeGreaterThan(100);
  expect(asked.filter((right) => !(right in rights))).toEqual([]);
});

test('no function of the database names roles itself', () => {
  const literal = /'\{(?:(?:support|payments|draws|risk|compliance|auditor|admin),?)+\}'/g;
  const found = byHand.flatMap(({ name, sql }) => (sql.match(literal) ?? []).map((one) => `${name}: ${one}`));
  expect(found).toEqual([]);
});

test('every kind of request is described, and has roles that ask and roles that approve', () => {
  const asking = Object.entries(rights).flatMap(([name, { right }]) => (right === 'asks' ? [name] : []));
  expect(Object.keys(requestKinds).toSorted()).toEqual(asking.toSorted());
  const kinds = Object.entries(rights).filter(([, { right }]) => right === 'asks');
  expect(kinds.filter(([, { roles, approvers = [] }]) => roles.length === 0 || approvers.length === 0)).toEqual([]);
});
