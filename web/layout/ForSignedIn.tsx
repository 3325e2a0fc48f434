import { useEffect, type ReactNode } from 'react';
import { listen } from '#web/api/client-stream.ts';
import { endHere, keepInStep } from '#web/api/push.ts';
import { readToken, useToken } from '#web/api/token.ts';
import RealityCheck from './RealityCheck.tsx';

/**
 * What a page of a signed-in client does besides: it hears of the client's money, ends what is pushed here for anybody else, and
 * shows the reality check when it is due.
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
