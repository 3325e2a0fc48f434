import { useState } from 'react';
import { listWebhookEndpoints, webhookTypes } from '#contract/calls/operator/webhooks.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Table } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/webhooks.ts';
import { OneWebhook } from './OneWebhook.tsx';
import { hostOf, WebhookStatus } from './WebhookStatus.tsx';
import { WebhookSheet } from './WebhookSheet.tsx';

/** The endpoints that get webhooks, and how what was sent to each of them was answered. */
export function Webhooks() {
  const mayAsk = useMay('webhook_endpoint');
  const { open, change } = useAddress();
  const [madeId, setMadeId] = useState<string | null>(null);
  const { data, error, refetch, isPending, isRefetchError } = useApi(
    listWebhookEndpoints,
    {},
    { refetchInterval: 5_000 },
  );
  const endpoints = data?.data ?? [];
  const opened = endpoints.find(({ id }) => id === open);
  return (
    <>
      <Split
        list={
          <Panel
            title={words.label}
            fills
            isStale={isRefetchError}
            end={
              mayAsk && (
                <Button size="head" writes onPress={() => setMadeId(crypto.randomUUID())}>
                  {words.make}
                </Button>
              )
            }
          >
            {error !== null && <Problem error={error} what={words.failed} again={() => void refetch()} />}
            {data && endpoints.length === 0 ? (
              <Empty says={words.none}>
                <p className="quiet">{words.noneMore}</p>
              </Empty>
            ) : (
              <Scroll>
                <Table
                  label={words.label}
                  rows={endpoints}
                  rowId={({ id }) => id}
                  open={open}
                  onOpen={(id) => change({ open: id })}
                  skeleton={isPending ? 2 : 0}
                  columns={[
                    { key: 'address', head: words.columns.address, cell: ({ url }) => hostOf(url) },
                    { key: 'status', width: 104, cell: (one) => <WebhookStatus of={one} /> },
                    {
                      key: 'events',
                      spare: true,
                      head: words.columns.events,
                      width: 80,
                      align: 'right',
                      cell: ({ types }) => `${types.length} / ${webhookTypes.length}`,
                    },
                    {
                      key: 'waiting',
                      head: words.columns.waiting,
                      width: 80,
                      align: 'right',
                      cell: ({ waiting }) => waiting,
                    },
                    {
                      key: 'changed',
                      spare: true,
                      head: words.columns.changed,
                      width: 92,
                      cell: ({ changedAt }) => <Time at={changedAt} show="day" />,
                    },
                  ]}
                />
              </Scroll>
            )}
          </Panel>
        }
        beside={opened ? <OneWebhook key={opened.id} endpoint={opened} isStale={isRefetchError} /> : null}
      />
      {madeId !== null && <WebhookSheet id={madeId} onClose={() => setMadeId(null)} />}
    </>
  );
}
