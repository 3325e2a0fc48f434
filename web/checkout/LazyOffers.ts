import { lazyPart } from '#web/layout/lazyPart.tsx';

/** A receipt is whole without them. */
export const Offers = lazyPart(() => import('./Offers.tsx'), { renderBroken: () => null });
