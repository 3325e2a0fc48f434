/**
 * A receipt as a link that anybody can open: the ticket's 96 bytes and the operator's signature, in base64url in the
 * hash, which a browser never sends to a server. The place in the tree is found among the draw's leaves.
 */

const ticketDigits = 2 * 96;
const signatureDigits = 2 * 64;

/** `/verify#…` for a receipt from the API, whose fields are in hex. */
export function receiptPath({ ticket, signature }: { ticket: string; signature: string }): string {
  return `/verify#${toBase64Url(ticket + signature)}`;
}

/** Ticket record and signature in an address's hash, as hex; null when they are missing. */
export function readReceiptLink(hash: string): { ticket: string; signature: string } | null {
  const hex = fromBase64Url(hash.replace(/^#/, ''));
  if (hex?.length !== ticketDigits + signatureDigits) return null;
  return { ticket: hex.slice(0, ticketDigits), signature: hex.slice(ticketDigits) };
}

function toBase64Url(hex: string): string {
  const binary = hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): string | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Array.from(binary, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}
