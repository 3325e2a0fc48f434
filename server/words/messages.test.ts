import { expect, test } from 'vitest';
import type { Text } from '#server/words/en/messages.ts';
import { writeNotice, type Notice } from '#server/messages/notice-texts.ts';
import { addressIn, messagesIn } from './languages.ts';

/** The basic set of GSM 03.38 and its extension, whose letters count twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extension = '^{}\\[~]|€';
const onePart = 160;

const { codes, plain, changes, undo, noUndo } = messagesIn('fr');
/** A link with the longest address that is likely for a site. */
const link = `https://www.loto-bonheur.example${addressIn('/auth/undo', 'fr')}#${'A'.repeat(22)}`;
const noticeKinds: readonly Notice['what'][] = [
  'win',
  'void',
  'deposit_done',
  'deposit_failed',
  'withdrawal_done',
  'withdrawal_failed',
  'break_over',
  'stakes_reached',
];
const texts: readonly (readonly [string, string])[] = [
  ...Object.entries(codes).map(([name, write]) => [name, write('123456').sms] as const),
  ...Object.entries(plain).map(([name, text]) => [name, text.sms] as const),
  ...Object.entries<Text>(changes).flatMap(([name, { sms }]) => [
    [name, `${sms} ${undo(link).sms}`] as const,
    [`${name}, without a link`, `${sms} ${noUndo.sms}`] as const,
  ]),
  ...noticeKinds.map(
    (what) => [what, writeNotice({ what, count: 100, amount: 100_000_000, tag: '' }, 'sms', 'fr')] as const,
  ),
];

test.each(texts)('the SMS %s is in GSM-7, and one part', (_name, text) => {
  const strange = Array.from(text).filter((letter) => !basic.includes(letter) && !extension.includes(letter));
  expect(strange, text).toEqual([]);
  const length = Array.from(text).reduce((sum, letter) => sum + (extension.includes(letter) ? 2 : 1), 0);
  expect(length, text).toBeLessThanOrEqual(onePart);
});

test('an e-mail in French follows French typography', () => {
  expect(changes.passkey_counter_fell.email).toBe('Une clé d’accès de votre compte Izi a peut-être été copiée.');
  expect(undo('https://izi.example/fr/auth/undo').email).toContain('\u202F: ');
});
