import { useEffect } from 'react';
import { useBasket } from '#web/basket/basket.ts';
import { Popover } from '#ui/Popover.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/layout.ts';
import { lazyPart } from './lazyPart.tsx';

const popoverId = 'basket';
const badgeCap = 9;
const BasketPopover = lazyPart(() => import('./BasketPopover.tsx'), { waiting: <Skeleton shape="block" lines={2} /> });

export const preloadBasket = BasketPopover.preload;

/** The basket's icon with its count, and the popover it opens. */
export function BasketButton() {
  const { items } = useBasket();
  const count = items.length;
  const isEmpty = count === 0;
  useEffect(() => {
    // Preload the popover with the first ticket: it will soon be opened.
    if (!isEmpty) void BasketPopover.preload();
  }, [isEmpty]);
  return (
    <>
      <IconButton
        icon={icons.basket}
        label={words.basket}
        badge={isEmpty ? undefined : badgeText(count)}
        aria-description={isEmpty ? undefined : words.basketHolding(count)}
        popoverTarget={popoverId}
        aria-haspopup="dialog"
        onPointerEnter={() => void BasketPopover.preload()}
      />
      <Popover id={popoverId} label={words.basket}>
        <BasketPopover popoverId={popoverId} />
      </Popover>
    </>
  );
}

/** `9+` for more than the badge can count. */
export function badgeText(count: number): string {
  return count > badgeCap ? `${badgeCap}+` : String(count);
}
