import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { betTypes } from '#domain/bet-types.ts';
import { problems as french } from '#contract/problems.fr.ts';
import { problems } from '#contract/problems.ts';
import {
  englishOnly,
  namesOfCatalogues,
  readLeaves,
  roomsOf,
  textOf,
  wordsIn,
  type Leaf,
} from './support/languages/catalogues.ts';

const [en, fr] = await Promise.all([readLeaves('en'), readLeaves('fr')]);

/** Texts that are the same in both languages. */
const same = [
  'Audit',
  'CSV',
  'Contacts',
  'Net',
  'Net XOF',
  'Note',
  'Notes',
  'PRODUCTION',
  'Page',
  'Pause',
  'Secret',
  'Session',
  'Sessions',
  'Minutes',
  'Mode',
  'Test',
  'Tickets',
  'Type',
  'type',
  'Version',
  'Webhooks',
  'Versions',
  'XOF',
  'console',
  'definition',
  'e-mail',
  'message',
  'notable',
  'test',
  'ticket',
  'version',
  'SHA-256',
  // Values that are typed in or stored.
  'client 42',
  'fedapay',
  '42',
  '',
  'Total',
  'Date',
  'Minute',
  'Menu',
  'Contact',
  'Licence',
  'Ticket',
  'Code',
  'E-mail',
  'SMS',
  '–',
  'Burkina Faso',
  'Niger',
  'Mali',
  'Togo',
  'iPhone',
  'iPad',
  'Android',
  'Mac',
  'Windows',
  '15 min',
  'Côte d’Ivoire',
  '‒‒/‒‒/‒‒‒‒',
  '‒‒/‒‒/‒‒‒‒ ‒‒:‒‒',
];

test('every catalogue exists in French', () => {
  expect(namesOfCatalogues('fr')).toEqual(namesOfCatalogues('en'));
  expect(namesOfCatalogues('fr').length).toBeGreaterThan(75);
});

test('the catalogues have the same words, of the same kinds', () => {
  const shape = (leaves: ReadonlyMap<string, Leaf>) =>
    Object.fromEntries([...leaves].map(([path, leaf]) => [path, typeof leaf]));
  // In English the code of a stored field is its name, so this catalogue has only those that differ (console/values/names.ts).
  const names = Object.entries(shape(fr)).filter(([path]) => path.startsWith('console/names.'));
  expect(shape(fr)).toEqual({ ...shape(en), ...Object.fromEntries(names) });
  expect(names.length).toBeGreaterThan(200);
});

test('no French word equals the English one, except some that both languages write alike', () => {
  const equal = [...fr]
    .filter(([path, leaf]) => typeof leaf === 'string' && leaf === en.get(path) && !/^\/|^https:/.test(leaf))
    // The codes of the roles, which the names beside them are sorted by.
    .filter(([path, leaf]) => !same.includes(leaf as string) && !path.startsWith('console/roles.operatorRoles.'));
  expect(equal).toEqual([]);
});

test('no French sentence contains an English word', async () => {
  const english = await englishOnly(['web', ...roomsOf.console]);
  expect(english.size).toBeGreaterThan(700);
  for (const word of ['the', 'your', 'and', 'with', 'draw', 'stake', 'ticket’s'.replace('’', "'")])
    expect(english).toContain(word);
  const found = [...fr]
    .filter(([path]) => !path.startsWith('web/offer.'))
    .flatMap(([path, leaf]) =>
      wordsIn(`${String(sample(path, leaf)).replaceAll(/‹\w+›/g, ' ')} ${textOf(leaf)}`)
        .filter((word) => english.has(word))
        .map((word) => `${path}: ${word}`),
    );
  expect(found).toEqual([]);
});

test('French follows French typography: narrow spaces before high punctuation and inside quotes, no straight apostrophe', () => {
  const wrong = [...fr].flatMap(([path, leaf]) => {
    // SMS are in GSM-7, which has neither, and a notice's texts stand beside its SMS (words/messages.test.ts tests them); the offer is in English; some words go into file names and formats.
    if (/\.sms$|^server\/messages\.codes|^server\/messages\.undo$|^server\/notices\.|^web\/offer\./.test(path))
      return [];
    const text = String(sample(path, leaf));
    const faults = [
      /[\p{L}\d)][;!?»]/u,
      /\p{L}:(?!\/)/u,
      /[ \u00A0][:;!?»]/u,
      /«[^\u202F]/u,
      /\p{L}'\p{L}/u,
      /"\p{L}/u,
      / {2}/,
    ];
    return faults.filter((fault) => fault.test(text)).map((fault) => `${path}: ${text} (${fault})`);
  });
  expect(wrong).toEqual([]);
});

/** Parameters that a function cannot take as any text. Null: they choose the text and are not part of it. */
const parameters: Readonly<Record<string, readonly unknown[] | null>> = {
  'console/caps.measure': ['worst'],
  'console/overview.next.cap': ['‹name›', 'worst', '‹amount›'],
  'console/request-sheets.checks.payment_over': [{ status: '‹status›' }],
  'console/request-sheets.checks.not_asked_already': [{ number: 7 }],
  'console/request-sheets.checks.wallet_not_negative': [{ balance: 12_400, amount: -15_000 }, String],
  'console/names.countryName': ['ML'],
  'console/frame.role': ['risk'],
  'console/players.acts.lock.done': ['play'],
  'console/draws.kind': [5],
  'console/draws.callOffSheet.touchesWhom': [5, '‹written›'],
  'console/timetable.every': [5],
  'console/audit.act': ['signed_in'],
  'console/statements.refusedLine': [7, 'amount'],
  'console/statements.sheet.title': ['amount'],
  'web/play.missing.amountOf': [betTypes.IziOne],
  'web/game.ordinal': null,
  'web/game.why.inPlace': [[0, 3]],
  'web/game.why.pays': [3, '‹mult›'],
  'web/game.why.cameOut': ['‹number›', 2],
  'web/play-limits.limits.name': ['deposit', 'week'],
  'web/profile.limits.used': ['‹1›', '‹2›', 'deposit', 'week'],
  'web/history.overTime.said': [{ at: '‹1›', amount: '‹2›' }, { at: '‹3›', amount: '‹4›' }, '‹5›'],
  'web/stage.inBowl': [5],
  'web/stage.came': [3, '‹number›'],
  'web/stage.others': [5],
  'web/stage.cameOut': ['‹number›', 2],
  'web/stage.inPlace': [4],
  'web/stage.win.inOrder': [4],
  'web/stage.win.cameOut': ['‹number›', 2, false],
  'web/play-parts.tickets': [5],
  'contract/checks.fromFrancs': [5],
  'contract/checks.upToFrancs': [5],
  'web/play.checkable': [5],
  'web/play.drawLine': ['‹when›', 5],
  'web/try.coming': [3],
  'web/try.came': [2],
  'web/try-bets.oneOn': ['‹name›', ['‹1›', '‹2›']],
  'web/try-bets.hundredOn': [['‹1›', '‹2›'], '‹stake›'],
  'web/rules.risk.name': ['‹name›', '‹mult›', 5],
  'web/countries.names': null,
  'domain/verify.hits': ['‹count›', '‹all›', 2, '‹which›'],
  'server/refusals.overLimit': ['deposit', 'week', '‹amount›', '‹starts›'],
  'server/refusals.overTier': ['‹most›', 30],
  'server/refusals.phonesOf': [['CI', 'SN']],
  'server/refusals.noPhoneIn': ['CI'],
  'server/refusals.strongProof': [true, 'app'],
  'console/request-sheets.checks.accounts_known': [{ account: '‹account›' }],
  'console/request-sheets.checks.account_used': [{ account: '‹account›' }],
  'console/request-sheets.checks.transfer_new': [{ transfer: '‹transfer›' }],
  'console/request-sheets.checks.accounts_carry': [{ line: '‹line›' }],
  'server/refusals.paymentsUnderWay': ['‹most›', 'deposit'],
  'server/statement.kind': ['bet'],
  'server/statement.wallet': ['dep'],
  'domain/records.nameOf': ['root'],
  'web/session.logOut.confirm': [3],
};
const lists =
  /closedOf|moveTo$|moveAllTo|\.added$|picked|together|because|paying|sendOneOf|oneOf|someOf|countries$|\.list$/;

function sample(path: string, leaf: Leaf): unknown {
  if (typeof leaf === 'string') return leaf;
  const given = parameters[path] ?? markers(path, leaf.length || 1);
  return text((leaf as (...all: unknown[]) => unknown)(...given));
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(text).join(' ') : String(value);
}

function markers(path: string, count: number): unknown[] {
  const marks = Array.from({ length: count }, (_, index) => `‹${index + 1}›`);
  return lists.test(path)
    ? marks.map((mark, index) => (index === count - 1 || count === 1 ? [mark, `${mark}b`] : mark))
    : marks;
}

test('the values given to a word’s function appear in both languages', () => {
  const marks = (value: unknown) => [...new Set(String(value).match(/‹\w+›/g))].toSorted();
  let compared = 0;
  for (const [path, leaf] of fr) {
    if (typeof leaf === 'string' || parameters[path] === null) continue;
    const [english, other] = [sample(path, en.get(path)!), sample(path, leaf)];
    expect(other, path).not.toMatch(/undefined|NaN|\[object/);
    if (!/undefined/.test(String(english))) expect(marks(other), path).toEqual(marks(english));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(200);
});

describe('the French plural', () => {
  const rules = new Intl.PluralRules('fr');
  const form = (leaf: Leaf, path: string, count: number) =>
    text(
      (leaf as (...all: unknown[]) => unknown)(
        ...markers(path, leaf.length || 1).map((mark, index) => (index === placeOf(path) ? count : mark)),
      ),
    ).replaceAll(/\d+/g, '#');
  /** Which parameter counts, where it is not the first. */
  const placeOf = (path: string) =>
    ({
      'console/audit.signed': 2,
      'web/history.result.sentence': 2,
      'web/basket.bet': 1,
      'web/fairness.tree.label': 3,
      'web/fairness.verdict.pending.text': 1,
      'web/fairness.verdict.partial.text': 1,
      'domain/records.wrongCount': 1,
    })[path] ?? 0;
  const counting = [
    'console/audit.bytes',
    'console/audit.signed',
    'console/proof.open',
    'console/proof.failed',
    'console/kit.newRows',
    'console/payments.count',
    'console/requests.pass',
    'console/money.books.found',
    'console/money.books.unfinished',
    'console/money.bank.corrected',
    'console/frame.light.late',
    'console/inbox.alarms.many',
    'console/overview.lights.stops',
    'console/overview.lights.late',
    'console/overview.lights.unknown',
    'console/overview.lights.mismatches',
    'console/webhooks.replayed',
    'console/players.figures.tickets',
    'console/players.figures.deposits',
    'console/players.figures.withdrawals',
    'console/settings.sessions.othersEnded',
    'console/settings.site.days',
    'console/settings.site.hours',
    'web/checkout.count',
    'web/basket.bet',
    'web/checkout.placed.payRest',
    'web/layout.basketHolding',
    'web/history.result.sentence',
    'web/profile.open.count',
    'web/my-bets.sum',
    'web/play-parts.draws',
    'web/play.checkable',
    'web/play-parts.tickets',
    'web/results.mine',
    'web/results.showNew',
    'web/stage.inBowl',
    'web/stage.others',
    'web/stage.win.staked',
    'web/security.recovery.left',
    'web/values.secondsLeft',
    'web/fairness.working.checking',
    'web/fairness.verdict.pending.text',
    'web/fairness.verdict.partial.text',
    'web/fairness.tree.label',
    'web/session.logOut.deletes',
    'domain/verify.tickets',
    'domain/records.wrongCount',
    'server/refusals.wait.seconds',
    'server/refusals.wait.minutes',
    'server/refusals.wait.hours',
  ];
  test.each(counting)('the French plural of %s begins at the right number', (path) => {
    const leaf = fr.get(path)!;
    const one = form(leaf, path, 1);
    expect(form(leaf, path, 2), path).not.toBe(one);
    for (const count of [1, 1.5, 2, 3, 5, 21]) {
      const expected = rules.select(count) === 'one' ? one : form(leaf, path, 2);
      expect(form(leaf, path, count).replaceAll('#.#', '#'), `${path}, ${count}`).toBe(expected);
    }
  });
});

test('every problem has a title and a sentence of its own in French', () => {
  expect(Object.keys(french)).toEqual(Object.keys(problems));
  for (const [code, [title, detail]] of Object.entries(french)) {
    const [, englishTitle, englishDetail] = problems[code as keyof typeof problems];
    expect([title, detail], code).not.toEqual([englishTitle, englishDetail]);
  }
});

/** Refusals that only programs read, and those of the console. */
const forPrograms = ['payments/webhook.ts'];

test('no refusal of the players’ server has its sentence in the code', () => {
  const server = join(import.meta.dirname, '../server');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !/^(operator|words)\//.test(file) && !forPrograms.includes(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.filter((file) => /\b(detail|message):\s*['"`]/.test(readFileSync(join(server, file), 'utf8')));
  expect(found).toEqual([]);
});
