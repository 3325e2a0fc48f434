import { useState } from 'react';
import { useMay } from '#console/api/useMay.ts';
import { Button, LinkButton } from '#console/kit/Button.tsx';
import { RequestButton } from '#console/kit/RequestButton.tsx';
import { StopSheet } from '#console/stops/StopSheet.tsx';
import { formatTime } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';
import type { OpenedDraw } from './late.tsx';

/** The usual sentence for players about a draw that was called off, in each language; the operator may write another. */
const usualTold = {
  toldEn: 'The draw had to be called off. Every stake is back in its wallet.',
  toldFr: 'Le tirage a dû être annulé. Chaque mise est revenue dans son portefeuille.',
};

/** The acts on one draw, for operators with the right. */
export function DrawActs({ of: draw }: { readonly of: OpenedDraw }) {
  const mayStop = useMay('stopSales');
  const drawnAt = formatTime(draw.drawsAt);
  const [isStopping, setStopping] = useState(false);
  return (
    <>
      {draw.status === 'open' && mayStop && (
        <Button kind="opens danger" size="head" keys="s" onPress={() => setStopping(true)}>
          {words.stop}
        </Button>
      )}
      <RequestButton
        asks="call_off_draw"
        when={draw.status === 'open'}
        kind="opens danger"
        size="head"
        keys="c"
        sheet={{ about: draw.id, typed: drawnAt, start: usualTold }}
      >
        {words.callOff}
      </RequestButton>
      <RequestButton
        asks="pay_held_draw"
        when={draw.hold?.state === 'held'}
        kind="opens danger"
        size="head"
        keys="p"
        sheet={{ about: draw.id, typed: drawnAt }}
      >
        {words.payHeld}
      </RequestButton>
      <LinkButton size="head" keys="v" to={`/draws/${draw.id}?view=proof`}>
        {words.verify}
      </LinkButton>
      {isStopping && <StopSheet onClose={() => setStopping(false)} draw={draw} />}
    </>
  );
}
