import { useState } from 'react';
import { listWebhookEndpoints, webhookTypes } from '#contract/calls/operator/webhooks.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import type { Column } from '#console/kit/Table.tsx';
import { words } from '#console/words/en/webhooks.ts';
import { AskedList } from './AskedList.tsx';
import { OneWebhook } from './OneWebhook.tsx';
import { hostOf, WebhookStatus, type ListedWebhook } from './WebhookStatus.tsx';
import { WebhookSheet } from './WebhookSheet.tsx';

const columns: readonly Column<ListedWebhook, typeof words.columns>[] = [
  { key: 'address', cell: ({ url }) => hostOf(url) },
  { key: 'status', width: 104, cell: (one) => <WebhookStatus of={one} /> },
  {
    key: 'events',
    spare: true,
    width: 80,
    align: 'right',
    cell: ({ types }) => `${types.length} / ${webhookTypes.length}`,
  },
  { key: 'waiting', width: 80, align: 'right', cell: ({ waiting }) => waiting },
  { key: 'changed', spare: true, width: 92, time: ({ changedAt }) => changedAt, show: 'day' },
];

/** The endpoints that get webhooks, and how what was sent to each of them was answered. */
export function Webhooks() {
  const mayAsk = useMay('webhook_endpoint');
  const [madeId, setMadeId] = useState<string | null>(null);
  const list = useApi(listWebhookEndpoints, {}, { refetchInterval: 5_000 });
  return (
    <>
      <AskedList
        of={list}
        words={words}
        columns={columns}
        onMake={mayAsk && (() => setMadeId(crypto.randomUUID()))}
        one={(endpoint, isStale) => <OneWebhook key={endpoint.id} endpoint={endpoint} isStale={isStale} />}
      />
      {madeId !== null && <WebhookSheet id={madeId} onClose={() => setMadeId(null)} />}
    </>
  );
}
