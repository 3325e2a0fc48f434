import { useState } from 'react';
import { useMe } from '#console/api/session-state.ts';
import { Button } from '#console/kit/Button.tsx';
import { StopSheet } from '#console/stops/StopSheet.tsx';
import { words } from '#console/words/en/draws.ts';
import { CallOffSheet } from './CallOffSheet.tsx';
import type { OpenedDraw } from './late.tsx';
import { VerifyWindow } from './VerifyWindow.tsx';

/** What can be done with one draw, by whoever may. */
export function DrawActs({ of: draw }: { readonly of: OpenedDraw }) {
  const { roles } = useMe();
  const [open, setOpen] = useState<'verify' | 'stop' | 'call off' | null>(null);
  const close = () => setOpen(null);
  const mayStop = roles.some((role) => role === 'draws' || role === 'risk' || role === 'compliance');
  return (
    <>
      {draw.status === 'open' && mayStop && (
        <Button kind="opens danger" size="head" keys="s" onPress={() => setOpen('stop')}>
          {words.stop}
        </Button>
      )}
      {draw.status === 'open' && roles.includes('draws') && (
        <Button kind="opens danger" size="head" keys="c" onPress={() => setOpen('call off')}>
          {words.callOff}
        </Button>
      )}
      <Button size="head" keys="v" onPress={() => setOpen('verify')}>
        {words.verify}
      </Button>
      <VerifyWindow isOpen={open === 'verify'} onClose={close} draw={draw} />
      <StopSheet isOpen={open === 'stop'} onClose={close} draw={draw} />
      <CallOffSheet isOpen={open === 'call off'} onClose={close} draw={draw} />
    </>
  );
}
