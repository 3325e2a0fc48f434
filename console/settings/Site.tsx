import { getSettings } from '#contract/calls/operator/settings.ts';
import { useApi } from '#console/api/queries.ts';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/settings.ts';

const says = words.site;

/** What this console runs on: version, digests, keys by fingerprint. Never a secret. */
export function Site() {
  const settings = useApi(getSettings, {}, { staleTime: Infinity, refetchOnWindowFocus: false });
  const site = settings.data?.data;
  const isSame = site?.code.now === site?.code.atStart;
  return (
    <Split
      list={
        <Panel
          title={says.title}
          fills
          end={
            <Button size="head" keys="m" says={says.measure.toLowerCase()} onPress={() => void settings.refetch()}>
              {says.measure}
            </Button>
          }
        >
          {settings.isError && (
            <Problem error={settings.error} what={says.failed} again={() => void settings.refetch()} />
          )}
          {site && (
            <>
              <Section>
                <Facts
                  of={[
                    [says.version, site.version],
                    [says.mode, site.mode],
                    [says.zone, site.zone],
                    [says.started, <Time key="started" at={site.startedAt} show="full" />],
                  ]}
                />
              </Section>
              <Section
                title={says.code}
                end={<Status is={isSame ? 'ok' : 'bad'}>{isSame ? says.same : says.other}</Status>}
              >
                <Facts
                  wraps
                  of={[
                    [says.atStart, <Digest key="start" of={site.code.atStart} />],
                    [<Time key="at" at={site.code.measuredAt} />, <Digest key="now" of={site.code.now} />],
                  ]}
                />
              </Section>
              <Section title={says.settings}>
                <Facts wraps of={[[says.atStart, <Digest key="settings" of={site.settings} />]]} />
              </Section>
            </>
          )}
        </Panel>
      }
      beside={
        <Panel title={says.keys} end={says.keysNote} fills>
          <Table
            label={says.keys}
            rows={site?.keys ?? []}
            rowId={({ name, fingerprint }) => `${name} ${fingerprint}`}
            skeleton={settings.isPending ? 2 : 0}
            columns={[
              {
                key: 'name',
                head: says.key,
                cell: ({ name, former }) => (
                  <Status is={former ? 'idle' : 'ok'}>{former ? says.former(name) : name}</Status>
                ),
              },
              {
                key: 'fingerprint',
                head: says.fingerprint,
                width: 180,
                cell: ({ fingerprint }) => <Digest of={fingerprint} />,
              },
            ]}
          />
        </Panel>
      }
    />
  );
}

/** In groups of four, so that two people can compare it. */
function Digest({ of: digest }: { readonly of: string }) {
  return <span className="mono">{digest.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>;
}
