import { words } from '#console/words/en/kit.ts';
import { Button } from './Button.tsx';
import { navigate } from './navigate.ts';

/** Leads from a subject to its replay. */
export function ReplayButton({ of: address }: { readonly of: string }) {
  return (
    <Button size="head" keys="r" onPress={() => navigate(`${address}/replay`)}>
      {words.replay}
    </Button>
  );
}
