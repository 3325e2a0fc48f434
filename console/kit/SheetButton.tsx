import { useState, type ComponentProps, type ReactNode } from 'react';
import { Button } from './Button.tsx';

type SheetButtonProps = Omit<ComponentProps<typeof Button>, 'onPress'> & {
  /** Whether there is a button now. A sheet that is open stays. */
  readonly when?: boolean;
  readonly sheet: (close: () => void) => ReactNode;
};

/** A button with the sheet that it opens. */
export function SheetButton({ when = true, sheet, ...look }: SheetButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {when && <Button {...look} onPress={() => setOpen(true)} />}
      {isOpen && sheet(() => setOpen(false))}
    </>
  );
}
