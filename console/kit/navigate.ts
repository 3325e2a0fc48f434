import { navigate as goTo } from 'wouter/use-browser-location';
import { base } from '#console/words/en/language.ts';

/** Goes to an address of the console, in its language. @param to as the screens are listed, without what the language adds */
export function navigate(to: string, options?: Parameters<typeof goTo>[1]): void {
  goTo(base + to, options);
}
