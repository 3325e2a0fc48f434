import { useState } from 'react';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { StopSheet } from '#console/stops/StopSheet.tsx';
import { formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import type { OpenedDraw } from './late.tsx';
import { VerifyWindow } from './VerifyWindow.tsx';

/** The usual sentence for players about a draw that was called off, in each language; the operator may write another. */
const usualTold = {
  toldEn: 'The draw had to be called off. Every stake is back in its wallet.',
  toldFr: 'Le tirage a dû être annulé. Chaque mise est revenue dans son portefeuille.',
};

/** The acts on one draw, for operators with the right. */
export function DrawActs({ of: draw }: { readonly of: OpenedDraw }) {
  const mayStop = useMay('stopSales');
  const mayCallOff = useMay('call_off_draw');
  const mayPay = useMay('pay_held_draw') && draw.hold?.state === 'held';
  const [open, setOpen] = useState<'verify' | 'stop' | 'call off' | 'pay' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {draw.status === 'open' && mayStop && (
        <Button kind="opens danger" size="head" keys="s" onPress={() => setOpen('stop')}>
          {words.stop}
        </Button>
      )}
      {draw.status === 'open' && mayCallOff && (
        <Button kind="opens danger" size="head" keys="c" onPress={() => setOpen('call off')}>
          {words.callOff}
        </Button>
      )}
      {mayPay && (
        <Button kind="opens danger" size="head" keys="p" onPress={() => setOpen('pay')}>
          {words.payHeld}
        </Button>
      )}
      <Button size="head" keys="v" onPress={() => setOpen('verify')}>
        {words.verify}
      </Button>
      <VerifyWindow isOpen={open === 'verify'} onClose={close} draw={draw} />
      <StopSheet isOpen={open === 'stop'} onClose={close} draw={draw} />
      {open === 'call off' && (
        <RequestSheet
          kind="call_off_draw"
          about={draw.id}
          typed={formatTime(draw.drawsAt)}
          start={usualTold}
          onClose={close}
        />
      )}
      {mayPay && open === 'pay' && (
        <RequestSheet kind="pay_held_draw" about={draw.id} typed={formatTime(draw.drawsAt)} onClose={close} />
      )}
    </>
  );
}
