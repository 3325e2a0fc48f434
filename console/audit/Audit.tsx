import { useAddress } from '#console/kit/useAddress.ts';
import { Lines } from './Lines.tsx';
import { Looks } from './Looks.tsx';

/** What operators did, as a chain of hashes, and whom they looked at. */
export default function Audit() {
  return useAddress().view === 'looks' ? <Looks /> : <Lines />;
}
