import { useAddress } from '#console/kit/useAddress.ts';
import { Lines } from './Lines.tsx';
import { Looks } from './Looks.tsx';

/** The acts of operators, as a chain of hashes, and the players that they looked at. */
export default function Audit() {
  return useAddress().view === 'looks' ? <Looks /> : <Lines />;
}
