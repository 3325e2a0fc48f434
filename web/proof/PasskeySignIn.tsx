import { useEffect, useRef, useState } from 'react';
import { askForPasskey, signInWithPasskey } from '#contract/calls/passkeys.ts';
import type { CallAnswer } from '#contract/endpoints.ts';
import type { UsedCredential } from '#contract/webauthn.ts';
import { call } from '#web/api/call.ts';
import { codeOf } from '#web/api/errors.ts';
import { signIn } from '#web/session/session.ts';
import { words } from '#web/words/en/passkey-sign-in.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { applyPasskey, disownPasskey } from '#ui/webauthn.ts';

/**
 * The button to sign in with a passkey. Until it is used, the browser suggests passkeys in the field for the phone as well.
 *
 * @param props.tapped whether it was tapped while its code was loading
 */
export function PasskeySignIn({ tapped }: { tapped: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  // A new object for each try, which ends the one before: a browser has one request at a time.
  const [request, setRequest] = useState({ isTapped: tapped });
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    async function send({ challengeId, credential }: Answered) {
      setSending(true);
      const form = place.current?.closest('form');
      const remember = form != null && new FormData(form).has('remember');
      const { jwt } = await call(signInWithPasskey, { body: { challengeId, credential, remember } }).catch(
        (failure: unknown) => {
          if (codeOf(failure) === 'passkey_unknown') disownPasskey(credential.id);
          throw failure;
        },
      );
      // Pending until the guard has redirected.
      signIn(jwt, { remember });
    }
    (request.isTapped ? ask(signal) : suggest(signal))
      .then((answered) => answered && send(answered))
      .catch((failure: unknown) => {
        if (signal.aborted) return;
        setError(failure);
        setSending(false);
        setRequest({ isTapped: false });
      });
    return () => leaving.abort();
  }, [request]);

  return (
    <div ref={place}>
      <PasskeyButton
        pending={request.isTapped || isSending}
        error={error}
        onUse={() => {
          setError(null);
          setRequest({ isTapped: true });
        }}
      >
        {words.submit}
      </PasskeyButton>
    </div>
  );
}

interface Answered {
  readonly challengeId: string;
  readonly credential: UsedCredential;
}

async function ask(signal: AbortSignal): Promise<Answered> {
  const { challengeId, options } = await begin(signal);
  return { challengeId, credential: await applyPasskey(options, { signal }) };
}

/** Null where the browser suggests none. Nobody has asked for anything, so nobody is told of a failure. */
async function suggest(signal: AbortSignal): Promise<Answered | null> {
  try {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return null;
    for (;;) {
      await untilVisible(signal);
      const { challengeId, options } = await begin(signal);
      const over = AbortSignal.timeout(options.timeout);
      const use = { signal: AbortSignal.any([signal, over]), mediation: 'conditional' } as const;
      const credential = await applyPasskey(options, use).catch((error: unknown) => {
        // A page may stay open for longer than its challenge lasts.
        if (over.aborted && !signal.aborted) return null;
        throw error;
      });
      if (credential !== null) return { challengeId, credential };
    }
  } catch {
    return null;
  }
}

async function begin(signal: AbortSignal): Promise<CallAnswer<typeof askForPasskey>['data']> {
  return (await call(askForPasskey, {}, { signal })).data;
}

/** A page that nobody sees asks for nothing. */
function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true, signal });
  });
}
