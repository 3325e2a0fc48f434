/** Whether this browser has passkeys, with what `webauthn.ts` uses, at an address that they can belong to: a host with a name. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    /[a-z]/.test(location.hostname)
  );
}
