import { useState } from 'react';
import { Choice } from '#console/kit/Fields.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { formatFull } from '#console/values/time.ts';
import { words } from '#console/words/en/caps.ts';
import type { Cap, CappedDraw } from './cap.ts';

interface RaiseSheetProps {
  readonly onClose: () => void;
  /** Null: the cap of every draw. */
  readonly draw: CappedDraw | null;
  readonly cap: Cap;
}

/** Asks to raise a cap, or to take it away. */
export function RaiseSheet({ onClose, draw, cap: { name, measure } }: RaiseSheetProps) {
  const [to, setTo] = useState<'amount' | 'away'>('amount');
  const { raiseSheet, sheet } = words;
  return (
    <RequestSheet
      kind="raise_cap"
      name={`${name ?? ''} ${measure}`}
      given={{ draw: draw?.id ?? null, name, measure, ...(to === 'away' && { amount: null }) }}
      typed={to === 'away' ? words.noCap : undefined}
      facts={[
        [sheet.what, words.scope(draw && formatFull(draw.drawsAt), name)],
        [sheet.touches, sheet.touchesWhom],
      ]}
      onClose={onClose}
    >
      <Choice
        label={raiseSheet.how}
        value={to}
        options={[
          { value: 'amount', label: raiseSheet.toAmount },
          { value: 'away', label: raiseSheet.away },
        ]}
        onChange={setTo}
      />
    </RequestSheet>
  );
}
