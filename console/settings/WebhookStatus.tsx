import type { listWebhookEndpoints } from '#contract/calls/operator/webhooks.ts';
import { Status } from '#console/kit/Status.tsx';
import type { RowOf } from '#console/kit/useList.ts';
import { words } from '#console/words/en/webhooks.ts';

export type ListedWebhook = RowOf<typeof listWebhookEndpoints>;

const tones = { ok: 'ok', failing: 'bad', stopped: 'idle' } as const;

export function WebhookStatus({ of: { stoppedAt, failingSince } }: { readonly of: ListedWebhook }) {
  const state = stoppedAt !== null ? 'stopped' : failingSince !== null ? 'failing' : 'ok';
  return <Status is={tones[state]}>{words.states[state]}</Status>;
}

/** `https://partner.example/izi` → partner.example */
export function hostOf(url: string): string {
  return new URL(url).host;
}
