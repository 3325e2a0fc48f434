import { useState, type ComponentProps } from 'react';
import type { RequestKind } from '#contract/operator/requests.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from './Button.tsx';
import { RequestSheet, type SheetOf } from './RequestSheet.tsx';

type Look = Omit<ComponentProps<typeof Button>, 'onPress'>;

type RequestButtonProps<K extends RequestKind> = Look & {
  /** The act that takes two. */
  readonly asks: K;
  /** Whether it is possible now. A sheet that is open stays, and its checks say what has changed. */
  readonly when?: boolean;
} & ({} extends SheetOf<K> ? { readonly sheet?: SheetOf<K> } : { readonly sheet: SheetOf<K> });

/** Asks for an act that takes two: the button, for those who may ask, and the sheet that it opens. */
export function RequestButton<K extends RequestKind>({ asks, when = true, sheet, ...look }: RequestButtonProps<K>) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay(asks)) return null;
  const props = { ...sheet, kind: asks, onClose: () => setOpen(false) } as ComponentProps<typeof RequestSheet<K>>;
  return (
    <>
      {when && <Button {...(look as unknown as Look)} onPress={() => setOpen(true)} />}
      {isOpen && <RequestSheet {...props} />}
    </>
  );
}
