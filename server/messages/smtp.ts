import { createTransport } from 'nodemailer';
import { Undeliverable, type Sender } from './sender.ts';

interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps://…:465`. */
  readonly url: string;
  /** `Izi <no-reply@example.com>` */
  readonly from: string;
  readonly subject: string;
}

const timeoutMs = 10_000;

/** Sends e-mail through an SMTP server. */
export function createSmtpSender({ url, from, subject }: SmtpSettings): Sender {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return async ({ to, text, key }) => {
    try {
      // Pass an object: a string would be parsed as a list of addresses, and only one is allowed.
      const messageId = `<${key}@${domain}>`;
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, messageId });
    } catch (error) {
      if (isPermanent(error)) throw new Undeliverable('the mail server refuses this recipient', { cause: error });
      throw error;
    }
  };
}

/** A recipient refused with a 5xx reply stays refused. A wrong password or sender is our own fault, so those are retried. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  return code === 'EENVELOPE' && command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}
