import { useEffect, type ReactNode } from 'react';
import { endHere, keepInStep } from '#web/api/push.ts';
import { readToken } from '#web/api/token.ts';
import { waiting } from './calm.ts';
import { CalmCard } from './CalmCard.tsx';
import RealityCheck from './RealityCheck.tsx';

/**
 * The background work of a page of a signed-in client: it ends push subscriptions of other clients here, shows the reality check
 * when it is due, and a card that waits for a calm moment.
 */
export default function ForSignedIn(): ReactNode {
  useEffect(() => {
    keepInStep().catch(() => {});
    return () => {
      // Signed out: the server has ended its half with the session.
      if (readToken() === null) endHere().catch(() => {});
      waiting.setState({ card: null });
    };
  }, []);
  return (
    <>
      <RealityCheck />
      <CalmCard />
    </>
  );
}
