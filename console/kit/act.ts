import type { RequestOptions, UsedCredential } from '#contract/webauthn.ts';
import { ApiError } from '#console/api/errors.ts';

/** The functions that an act uses, so that a test can replace the server and the authenticator. */
interface Ceremony<Answer> {
  /** Sends the act, with a signature where there is one. */
  readonly send: (signature?: UsedCredential) => Promise<Answer>;
  /** Has the operator's passkey sign exactly the bytes that the server named. */
  readonly sign: (options: RequestOptions) => Promise<UsedCredential>;
  readonly onSigning: () => void;
}

/**
 * Sends an act; where the server answers that it has to be signed, has the passkey sign the bytes that the server named, and
 * sends the same act again with the signature, once: a second refusal is final.
 */
export async function perform<Answer>({ send, sign, onSigning }: Ceremony<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.code !== 'signature_needed' || !error.problem.passkey)
      throw error;
    onSigning();
    return send(await sign(error.problem.passkey));
  }
}

/** Whether what was typed says the same: digits in any groups, with or without a plus, words with any spaces. */
export function isTyped(typed: string, wanted: string): boolean {
  return bare(typed, wanted) === bare(wanted, wanted) && bare(wanted, wanted) !== '';
}

/** How many characters are missing where what was typed is the beginning of what is wanted; null where it is not, or nothing is typed. */
export function missingOf(typed: string, wanted: string): number | null {
  const [begun, whole] = [bare(typed, wanted), bare(wanted, wanted)];
  return begun !== '' && whole.startsWith(begun) ? whole.length - begun.length : null;
}

function bare(text: string, wanted: string): string {
  return /^[−+-]?[\d\s]+$/.test(wanted)
    ? text.replace(/\s/g, '').replace('-', '−').replace(/^\+/, '')
    : text.trim().replace(/\s+/g, ' ');
}
