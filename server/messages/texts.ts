import { findKey, type KeyRing } from '#server/keys/key-ring.ts';
import { codeMinutes, undoHours, type Messages, type Text } from '#server/words/en/messages.ts';
import { addressIn, messagesIn, type Language } from '#server/words/languages.ts';
import { describeNotice, writeNotice, type Notice } from './notice-texts.ts';
import { writeAlarm } from './alarm-texts.ts';
import { writeMorningReport, type MorningReport } from './morning-report-text.ts';
import { oneTimeCode, type CodePurpose } from './one-time-code.ts';
import { undoToken } from './undo-token.ts';

export { codeMinutes, undoHours };

/** A message about an account that says what was done and can be taken back. */
export type ChangeNotice = keyof Messages['changes'];

/** A message that carries neither a code nor a link. */
export type PlainNotice = keyof Messages['plain'];

/** The values from which the token of a link is derived; see `undoToken`. */
export interface UndoSource {
  /** 16 random bytes in hex. */
  readonly nonce: string;
  /** The id of the key, in hex: the link must be the same after the key has changed. */
  readonly key: string;
}

/** A message's template and parameters. A message with a code or a link holds its nonce, never itself. */
export type Content =
  | { readonly template: CodePurpose; readonly parameters: { readonly nonce: string } }
  | { readonly template: PlainNotice; readonly parameters: Readonly<Record<string, never>> }
  /** Older versions queued these without a link. */
  | { readonly template: ChangeNotice; readonly parameters: UndoSource | Readonly<Record<string, never>> }
  /** Tells of a win, a payment or a limit. */
  | { readonly template: 'notice'; readonly parameters: Notice }
  /** To those who look after the site. */
  | { readonly template: 'alarm'; readonly parameters: { readonly kind: string; readonly subject: string } }
  /** To the auditor. */
  | { readonly template: 'audit_head'; readonly parameters: SignedHead }
  /** To those who run the site. */
  | { readonly template: 'morning_report'; readonly parameters: MorningReport };

/** The newest line of the operators' audit, as their key has signed it; in hex. */
interface SignedHead {
  readonly number: string;
  readonly hash: string;
  /** RFC 3339, in UTC. */
  readonly at: string;
  readonly key: string;
  readonly signature: string;
}

export type Channel = 'sms' | 'email' | 'push';

/** A message in the queue. Its text is written when it is sent, so that no text is stored in the database. */
export type QueuedMessage = Content & {
  /** E.164, an e-mail address, or the id of a subscription to push. */
  readonly to: string;
  readonly channel: Channel;
  readonly locale: Language;
};

/** Names what a message says. */
export type Template = Content['template'];

/** The keys and settings that writing a text needs. */
export interface Writing {
  /** The keys that codes and links are derived from. A code is written with the current one. */
  readonly codeKey: KeyRing;
  /** Where browsers reach the app, without a slash at its end. A function, because a test's port is not known earlier. */
  readonly publicUrl: () => string;
}

/** The text of a message as its reader saw it, without the code or the link. */
export function describeText({
  template,
  channel: given,
  parameters,
  locale,
}: Pick<QueuedMessage, 'template' | 'channel' | 'parameters' | 'locale'>): string {
  const channel = textChannel(given);
  const { codes, plain, changes, undoUnsaid } = messagesIn(locale);
  if (template === 'notice') return describeNotice(parameters as Notice, locale);
  if (isIn(plain, template)) return plain[template][channel];
  if (template === 'audit_head') return 'The head of the audit.';
  if (template === 'alarm') return 'An alarm of the operators.';
  if (template === 'morning_report') return 'The business of a day.';
  if (isIn(changes, template)) return `${changes[template][channel]} ${undoUnsaid}`;
  return codes[template]('••••••')[channel];
}

/** The text of a message, in its language. A code is bound to the recipient. */
export function writeText(message: QueuedMessage, writing: Writing): string {
  const { to, template, parameters, locale } = message;
  if (template === 'notice') return writeNotice(parameters, message.channel, locale);
  const channel = textChannel(message.channel);
  const { codes, plain, changes } = messagesIn(locale);
  if (isIn(plain, template)) return plain[template][channel];
  // To operators, who read English.
  if (template === 'audit_head') return writeHead(parameters);
  if (template === 'alarm') return writeAlarm(parameters);
  if (template === 'morning_report') return writeMorningReport(parameters);
  if (isIn(changes, template)) {
    return `${changes[template][channel]} ${writeWayBack(parameters, locale, writing)[channel]}`;
  }
  const nonce = Buffer.from((parameters as { nonce: string }).nonce, 'hex');
  const secret = writing.codeKey.current.secret;
  return codes[template](oneTimeCode(secret, { purpose: template, destination: to, nonce }))[channel];
}

/** Only notices are pushed. */
function textChannel(channel: Channel): Exclude<Channel, 'push'> {
  return channel === 'push' ? 'email' : channel;
}

function writeHead({ number, hash, at, key, signature }: SignedHead): string {
  return (
    `The audit at ${at} ends with line ${number}. Its hash is ${hash}. The key ${key} has signed it: ${signature}. ` +
    `Keep this message: “npm run audit -- --head ${hash}” tells whether any line up to it was changed since.`
  );
}

/** The sentence that says how to undo a change that the reader did not make. Without the key there is no link any more. */
function writeWayBack(parameters: Content['parameters'], locale: Language, { codeKey, publicUrl }: Writing): Text {
  const { undo, noUndo } = messagesIn(locale);
  const key = 'key' in parameters ? findKey(codeKey, Buffer.from(parameters.key, 'hex')) : undefined;
  if (key === undefined) return noUndo;
  const token = undoToken(key.secret, Buffer.from((parameters as UndoSource).nonce, 'hex'));
  return undo(`${publicUrl()}${addressIn('/auth/undo', locale)}#${token}`);
}

function isIn<T extends object>(texts: T, template: PropertyKey): template is keyof T {
  return Object.hasOwn(texts, template);
}
