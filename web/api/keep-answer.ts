import type { QueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { KeptCall } from './queries.ts';

/**
 * Takes an answer over for all who show that of a GET without parameters, as where a change is answered with what is there now: it
 * needs no call more, and never shows what was there before.
 *
 * @param client of the mutation, from its last parameter
 */
export function keepAnswer<C extends KeptCall>(client: QueryClient, { family, path }: C, answer: CallAnswer<C>): void {
  client.setQueriesData({ queryKey: [family, path] }, answer);
}
