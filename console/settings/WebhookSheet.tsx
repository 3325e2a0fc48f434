import { useState } from 'react';
import { webhookTypes } from '#contract/calls/operator/webhooks.ts';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { words } from '#console/words/en/webhooks.ts';
import { CheckList, toggled } from './CheckList.tsx';
import type { ListedWebhook } from './WebhookStatus.tsx';

type Types = readonly ListedWebhook['types'][number][];

interface WebhookSheetProps {
  /** The id of the endpoint. The browser makes the id of a new one. */
  readonly id: string;
  /** The one that is changed. */
  readonly endpoint?: ListedWebhook;
  readonly hasNewKeys?: boolean;
  readonly onClose: () => void;
}

/** Asks for an endpoint, or for other terms of one. */
export function WebhookSheet({ id, endpoint, hasNewKeys = false, onClose }: WebhookSheetProps) {
  const [types, setTypes] = useState<Types>(endpoint?.types ?? []);
  const chosen = webhookTypes.filter((type) => types.includes(type));
  const generation = (endpoint?.generation ?? 1) + (hasNewKeys ? 1 : 0);
  return (
    <RequestSheet
      kind="webhook_endpoint"
      about={id}
      start={endpoint ? { url: endpoint.url } : {}}
      given={{ types: chosen.length > 0 ? chosen : undefined, generation }}
      onClose={onClose}
    >
      <CheckList
        legend={words.types.legend}
        of={webhookTypes.map((type) => ({ value: type, says: words.types[type] }))}
        chosen={types}
        onToggle={(type) => setTypes(toggled(types, type))}
      />
    </RequestSheet>
  );
}
