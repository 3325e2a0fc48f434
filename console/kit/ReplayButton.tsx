import { words } from '#console/words/en/kit.ts';
import { Button } from './Button.tsx';
import { navigate } from './navigate.ts';

/** Leads from a subject to its replay, at this address. */
export function ReplayButton({ to }: { readonly to: string }) {
  return (
    <Button size="head" keys="r" onPress={() => navigate(to)}>
      {words.replay}
    </Button>
  );
}
