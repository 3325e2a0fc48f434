import { useEffect } from 'react';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { endAsking, useAsked } from './ask.ts';

const ProofDialog = lazyPart(async () => ({ default: (await import('./ProofDialog.tsx')).ProofDialog }));

/** The dialog of every action that needs a proof; see `useProvenAction`. */
export function ConfirmItIsYou() {
  const asked = useAsked();
  useEffect(() => () => endAsking(false), []);
  return asked && <ProofDialog needed={asked.needed} />;
}
