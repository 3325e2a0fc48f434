import { useState } from 'react';
import { listMachineKeys } from '#contract/calls/operator/machine-keys.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import type { Column } from '#console/kit/Table.tsx';
import type { RowOf } from '#console/kit/useList.ts';
import { words } from '#console/words/en/machine-keys.ts';
import { AskedList } from './AskedList.tsx';
import { makeKey, type MadeKey } from './machine-key.ts';
import { MachineKeySheet } from './MachineKeySheet.tsx';
import { MachineKeyStatus, OneMachineKey } from './OneMachineKey.tsx';
import { ShownOnce } from './ShownOnce.tsx';

const columns: readonly Column<RowOf<typeof listMachineKeys>, typeof words.columns>[] = [
  { key: 'name', cell: ({ name }) => name },
  { key: 'status', width: 104, cell: (one) => <MachineKeyStatus of={one} /> },
  { key: 'ends', spare: true, width: 88, time: ({ endsAt }) => endsAt, show: 'day' },
  { key: 'lastUsed', spare: true, width: 88, time: ({ lastUsedAt }) => lastUsedAt },
  { key: 'today', width: 88, amount: ({ usesToday }) => usesToday },
];

/** The keys with which programs read, and how they are used. A new one is shown once, after it is asked for. */
export function MachineKeys() {
  const mayAsk = useMay('machine_key');
  const [made, setMade] = useState<MadeKey | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const list = useApi(listMachineKeys, {}, { refetchInterval: 5_000 });
  return (
    <>
      <AskedList
        of={list}
        words={words}
        columns={columns}
        onMake={mayAsk && (() => void makeKey().then(setMade))}
        one={(key, isStale) => <OneMachineKey key={key.id} of={key} isStale={isStale} />}
      />
      {made !== null && (
        <MachineKeySheet made={made} onAsked={() => setShown(made.key)} onClose={() => setMade(null)} />
      )}
      <ShownOnce title={words.shown} text={shown} copy={words.copy} onClose={() => setShown(null)}>
        {words.shownMore}
      </ShownOnce>
    </>
  );
}
