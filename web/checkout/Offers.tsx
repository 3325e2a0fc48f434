import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { findOffer, isRefusedHere, readPushSupport } from '#web/api/push.ts';
import { InstallOffer } from './InstallOffer.tsx';
import { WinOffer } from './WinOffer.tsx';

interface OffersProps {
  /** `ahead` shows nothing: before the payment it finds out what the receipts will offer. */
  place: 'ahead' | 'top' | 'end';
  /** Whether the receipts are on the screen already. */
  isSeen?: boolean;
}

/**
 * The offers of receipts, one at a time: to be told of a win, else to install the app. An offer that is known when they
 * appear is above the tickets. A later one comes after them, where it moves nothing that is being read.
 */
export default function Offers({ place, isSeen = false }: OffersProps): ReactNode {
  const pushKey = usePushKey();
  const [isInTime] = useState(!isSeen && pushKey !== undefined);
  // From then on it reports its own progress.
  const [offered, setOffered] = useState<string | null>(null);
  if (pushKey && offered === null) setOffered(pushKey);
  if (pushKey === undefined || isInTime !== (place === 'top')) return null;
  if (place === 'ahead') return null;
  return offered === null ? <InstallOffer /> : <WinOffer pushKey={offered} />;
}

/** The site's key where push may be offered, null where not; undefined until that is known. */
function usePushKey(): string | null | undefined {
  const isPossible = readPushSupport() === 'ready' && !isRefusedHere();
  const { data, isError } = useQuery({
    // The key belongs to the client who is signed in.
    queryKey: ['auth', 'push offer'],
    queryFn: findOffer,
    enabled: isPossible,
  });
  return isPossible && !isError ? data : null;
}
