import { words } from '#web/words/en/push.ts';
import { explain } from './explain.ts';

/**
 * The error of turning push on or off, as text for the player. A browser's push service fails with an exception of the browser, which says
 * nothing to a player.
 */
export function explainPush(error: Error): { title: string; text: string } {
  return error instanceof DOMException ? words.failed : explain(error);
}
