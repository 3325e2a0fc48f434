import * as v from 'valibot';
import * as words from '#contract/words/checks.ts';

/**
 * The messages of WebAuthn between server, browser and authenticator, in the JSON of its standard: bytes are base64url without padding.
 * Requests may hold more than this, because browsers add fields of their own; it is ignored.
 */

/** Bytes in base64url. @param most how many characters */
const bytes = (most: number) =>
  v.pipe(
    v.string(words.base64Url),
    v.maxLength(most, words.atMost(most)),
    v.regex(/^[A-Za-z0-9_-]+$/, words.base64Url),
  );

/** Authenticators give at most 1,023 bytes. */
const credentialId = bytes(1_364);

/** How a browser reaches the authenticator. Browsers invent new ones, so these are not listed. */
const transports = v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(32), v.regex(/^[a-z-]+$/, words.transport))),
  v.maxLength(8),
);

const described = v.object({
  type: v.literal('public-key'),
  id: v.string(),
  transports: v.array(v.string()),
});

/** The input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(described),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
});
export type CreationOptions = v.InferOutput<typeof creationOptions>;

/** The input of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = v.object({
  rpId: v.string(),
  challenge: v.string(),
  timeout: v.number(),
  /** Which passkeys will do; any of the site where it is empty. */
  allowCredentials: v.array(described),
  userVerification: v.literal('required'),
});
export type RequestOptions = v.InferOutput<typeof requestOptions>;

/** A new passkey. */
export const createdCredential = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: bytes(4_096),
    attestationObject: bytes(16_384),
    transports: v.optional(transports),
  }),
});
export type CreatedCredential = v.InferOutput<typeof createdCredential>;

/** A passkey that was used. */
export const usedCredential = v.object({
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  response: v.object({
    clientDataJSON: bytes(4_096),
    authenticatorData: bytes(4_096),
    signature: bytes(2_048),
    /** The owner of the passkey; browsers may leave it out where the passkey was named in the request. */
    userHandle: v.nullish(bytes(128)),
  }),
});
export type UsedCredential = v.InferOutput<typeof usedCredential>;
