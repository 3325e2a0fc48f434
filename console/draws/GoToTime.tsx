import { useState } from 'react';
import { listDraws } from '#contract/calls/operator/draws.ts';
import { call } from '#console/api/call.ts';
import { explain } from '#console/api/errors.ts';
import { Button } from '#console/kit/Button.tsx';
import { TimeChoice } from '#console/kit/Moment.tsx';
import { navigate } from '#console/kit/navigate.ts';
import { tell } from '#console/kit/toast.ts';
import { dayOf, formatUtc } from '#console/values/time.ts';
import { words } from '#console/words/en/draws.ts';

/** Opens the first draw at or after a time, beside the draws of its day. */
export function GoToTime() {
  const [place, setPlace] = useState<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  async function go(at: number) {
    try {
      const { data } = await call(listDraws, { query: { from: formatUtc(at), order: 'draws', limit: '1' } });
      const [draw] = data;
      if (draw) navigate(`/draws?day=${dayOf(draw.drawsAt)}&open=${draw.id}`);
      else tell(words.noneSoLate);
    } catch (error) {
      tell(explain(error).text);
    }
  }
  return (
    <span ref={setPlace}>
      <Button onPress={() => setOpen(true)}>{words.goToTime}</Button>
      {isOpen && place && (
        <TimeChoice
          anchor={place}
          label={words.goToTime}
          button={words.goThere}
          onChoose={(at) => void go(at)}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}
