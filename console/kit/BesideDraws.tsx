import { VisuallyHidden } from '#ui/VisuallyHidden.tsx';
import { formatClock } from '#console/values/time.ts';
import { words } from '#console/words/en/kit.ts';
import { LinkButton } from './Button.tsx';
import { useAddress } from './useAddress.ts';

interface Beside {
  readonly id: string;
  readonly drawsAt: string;
}

interface BesideDrawsProps {
  readonly of: { readonly drawBefore: Beside | null; readonly drawAfter: Beside | null };
  /** The address of the screen for another draw. */
  readonly to: (id: string) => string;
}

/** The draws before and after this one, on the same tab of the same screen. */
export function BesideDraws({ of: { drawBefore, drawAfter }, to }: BesideDrawsProps) {
  const { view } = useAddress();
  return (
    [
      ['[', words.drawBefore, drawBefore],
      [']', words.drawAfter, drawAfter],
    ] as const
  ).map(
    ([keys, says, draw]) =>
      draw && (
        <LinkButton
          key={keys}
          size="head"
          keys={keys}
          says={words.keys.beside}
          to={`${to(draw.id)}${view === null ? '' : `?view=${view}`}`}
        >
          <VisuallyHidden>{`${says} ${formatClock(draw.drawsAt)}`}</VisuallyHidden>
          <span aria-hidden>{keys === '[' ? '‹' : '›'}</span>
        </LinkButton>
      ),
  );
}
