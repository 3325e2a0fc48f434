import { words } from '#console/words/en/kit.ts';
import { LinkButton } from './Button.tsx';

/** Leads from a subject to its replay, at this address. */
export function ReplayButton({ to }: { readonly to: string }) {
  return (
    <LinkButton size="head" keys="r" to={to}>
      {words.replay}
    </LinkButton>
  );
}
