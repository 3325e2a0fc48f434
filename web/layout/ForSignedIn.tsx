import { useEffect, type ReactNode } from 'react';
import { listen } from '#web/api/client-stream.ts';
import { endHere, keepInStep } from '#web/api/push.ts';
import { readToken, useToken } from '#web/api/token.ts';
import RealityCheck from './RealityCheck.tsx';

/**
 * The background work of a page of a signed-in client: it listens to the client's money, ends push subscriptions of
 * other clients here, and shows the reality check when it is due.
 */
export default function ForSignedIn(): ReactNode {
  const token = useToken();
  useEffect(() => (token === null ? undefined : listen(token)), [token]);
  useEffect(() => {
    keepInStep().catch(() => {});
    return () => {
      // Signed out: the server has ended its half with the session.
      if (readToken() === null) endHere().catch(() => {});
    };
  }, []);
  return <RealityCheck />;
}
