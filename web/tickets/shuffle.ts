import { deriveResult } from '#domain/fair-draw/derive.ts';

/** The numbers 1 to 9 in a random order, every order equally likely, made on this device alone. */
export function shuffle(): string[] {
  const word = new Uint32Array(1);
  return deriveResult(() => crypto.getRandomValues(word)[0]!).map(String);
}
