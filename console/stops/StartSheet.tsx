import { startSales } from '#contract/calls/operator/draws.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { formatFull } from '#console/values/time.ts';
import { words as all } from '#console/words/en/stops.ts';
import type { Stop } from './stop.ts';

const words = all.startSheet;

/** Asks to start sales again. */
export function StartSheet({ stop, onClose }: { readonly stop: Stop; readonly onClose: () => void }) {
  const { id, draw, name, own, reason: because, stoppedAt, stoppedBy } = stop;
  const act = useAct(startSales, { about: id, done: () => ({ says: words.done }), onDone: onClose });
  const scope = all.stopSheet.scope(draw && formatFull(draw.drawsAt), name);
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={words.title}
      needsTwo
      intro={words.intro(scope)}
      before={words.before}
      after={words.after}
      facts={[
        [words.stoppedBy, `${stoppedBy ?? all.cap} · ${formatFull(stoppedAt)}`],
        [words.because, because],
        [words.approves, words.approvers],
      ]}
      demands={[{ says: words.notOwn, isMet: !own }]}
      ends={words.ends}
      act={act}
      onSign={({ reason }) => void act.run({ params: { id }, body: { reason } })}
    />
  );
}
