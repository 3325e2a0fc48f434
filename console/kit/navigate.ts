import { navigate as goTo } from 'wouter/use-browser-location';
import { base } from '#console/words/en/language.ts';

/**
 * Goes to an address of the console, in its language.
 *
 * @param to an address of a screen, without the part of the language
 */
export function navigate(to: string, options?: Parameters<typeof goTo>[1]): void {
  goTo(base + to, options);
}
