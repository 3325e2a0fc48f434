import { createHmac, hkdfSync } from 'node:crypto';
import { openSigner } from '#server/keys/ed25519.ts';

/** The keys of one generation of an endpoint, as Standard Webhooks writes them. */
interface WebhookKeys {
  /** `whsec_` and the secret of `v1` in base64: whoever has it can imitate us. */
  readonly secret: string;
  /** 32 bytes, which the console shows as `whpk_` and base64. */
  readonly publicKey: Buffer;
  /** Two signatures over `id.timestamp.body`: `v1a` is Ed25519, `v1` is HMAC-SHA256. */
  sign(message: string): string;
}

/** Derives the keys of an endpoint from WEBHOOK_KEY, so that no database holds them. */
export function openWebhookKeys(key: Uint8Array, endpoint: string, generation: number): WebhookKeys {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `izi.webhook.v1 ${use} ${endpoint} ${generation}`, 32));
  const secret = derive('hmac');
  const signer = openSigner(derive('ed25519'));
  return {
    secret: `whsec_${secret.toString('base64')}`,
    publicKey: signer.publicKey,
    sign: (message) =>
      `v1a,${signer.sign(Buffer.from(message)).toString('base64')} v1,${createHmac('sha256', secret).update(message).digest('base64')}`,
  };
}
