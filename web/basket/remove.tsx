import { Button } from '#ui/Button.tsx';
import { dismissToast, toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/basket.ts';
import { basket, type BasketItem } from './basket.ts';

/**
 * Removes the tickets of a bet, and offers to undo that.
 *
 * @param name what the visitor calls the bet
 */
export function removeBet(bet: readonly BasketItem[], name: string): void {
  const before = basket.items();
  basket.keep(before.filter((item) => !bet.includes(item)));
  function undo() {
    dismissToast();
    basket.keep(putBack(bet, before, basket.items()));
  }
  toast.info(words.removed(name), {
    // It takes the focus, because the tapped element is gone.
    action: (
      <Button ref={takeFocus} size="s" variant="secondary" onClick={undo}>
        {words.undo}
      </Button>
    ),
  });
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** The basket with the tickets of a bet in their old places. What happened to the others meanwhile stays. */
export function putBack(
  bet: readonly BasketItem[],
  before: readonly BasketItem[],
  now: readonly BasketItem[],
): BasketItem[] {
  const kept = new Map([...bet, ...now].map((item) => [item.id, item]));
  const order = new Set([...before, ...now].map(({ id }) => id));
  return Array.from(order).flatMap((id) => kept.get(id) ?? []);
}
