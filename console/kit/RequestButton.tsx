import type { ComponentProps } from 'react';
import type { RequestKind } from '#contract/operator/requests.ts';
import { useMay } from '#console/api/useMay.ts';
import { RequestSheet, type SheetOf } from './RequestSheet.tsx';
import { SheetButton } from './SheetButton.tsx';

type Look = Omit<ComponentProps<typeof SheetButton>, 'sheet'>;

type RequestButtonProps<K extends RequestKind> = Look & {
  /** The act that takes two. */
  readonly asks: K;
} & ({} extends SheetOf<K> ? { readonly sheet?: SheetOf<K> } : { readonly sheet: SheetOf<K> });

/** Asks for an act that takes two: the button, for those who may ask, and the sheet, whose checks say what has changed meanwhile. */
export function RequestButton<K extends RequestKind>({ asks, sheet, ...look }: RequestButtonProps<K>) {
  if (!useMay(asks)) return null;
  const props = { ...sheet, kind: asks };
  return (
    <SheetButton
      {...(look as unknown as Look)}
      sheet={(close) => <RequestSheet {...({ ...props, onClose: close } as ComponentProps<typeof RequestSheet<K>>)} />}
    />
  );
}
