import { useState } from 'react';
import type { RequestOptions, UsedCredential } from '#contract/webauthn.ts';
import { applyPasskey, PasskeyError } from '#ui/webauthn.ts';

/**
 * Uses a passkey when it is tapped.
 *
 * @param ask resolves to the bytes to sign; undefined where the account has no passkey any more
 * @param send what to do with the signature
 */
export function usePasskey(
  ask: () => Promise<RequestOptions | undefined>,
  send: (credential: UsedCredential) => Promise<void>,
) {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>({ isPending: false, error: null });

  async function use() {
    setState({ isPending: true, error: null });
    try {
      const options = await ask();
      if (options === undefined) throw new PasskeyError('cancelled');
      await send(await applyPasskey(options));
    } catch (error) {
      setState({ isPending: false, error });
    }
  }
  return { ...state, use: () => void use() };
}
