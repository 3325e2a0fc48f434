import type { OperatorRole } from '#contract/operator/roles.ts';
import { getSettings } from '#contract/calls/operator/settings.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { amount, percent } from '#console/values/amounts.ts';
import { codeName, providerName } from '#console/values/names.ts';
import { formatShort } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words as frameWords } from '#console/words/en/frame.ts';
import { words as requestWords } from '#console/words/en/requests.ts';
import { words } from '#console/words/en/settings.ts';
import styles from './Settings.module.css';

const says = words.site;

type SettingsData = OperatorAnswer<typeof getSettings>['data'];

/** The software of this console: version, digests, keys by fingerprint. Never a secret. */
export function Site() {
  const settings = useApi(getSettings, {}, { staleTime: Infinity, refetchOnWindowFocus: false });
  const site = settings.data?.data;
  const isSame = site?.code.now === site?.code.atStart;
  return (
    <Split
      keepsBoth
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
          <NoAnswer of={settings} what={says.failed} />
          {site && (
            <>
              <Section>
                <Facts
                  of={[
                    [says.version, site.version],
                    [says.mode, codeName('mode', site.mode)],
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
                  of={[
                    [says.atStart, <Digest key="start" of={site.code.atStart} />],
                    [<Time key="at" at={site.code.measuredAt} />, <Digest key="now" of={site.code.now} />],
                  ]}
                />
              </Section>
              <Section title={says.settings}>
                <Facts of={[[says.atStart, <Digest key="settings" of={site.settings} />]]} />
              </Section>
            </>
          )}
        </Panel>
      }
      beside={
        <Panel fills>
          <Scroll>
            <Section title={says.keys} end={<span className="small quiet">{says.keysNote}</span>} bare>
              <Table
                label={says.keys}
                rows={settings.error ? [] : site?.keys}
                rowId={({ name, fingerprint }) => `${name} ${fingerprint}`}
                columns={[
                  {
                    key: 'name',
                    head: says.key,
                    cell: ({ name, former }) => (
                      <Status is={former ? 'idle' : 'ok'}>{former ? says.former(name) : name}</Status>
                    ),
                  },
                  { key: 'fingerprint', width: 180, cell: ({ fingerprint }) => <Digest of={fingerprint} /> },
                ]}
              />
            </Section>
            {site && <Rules of={site} />}
          </Scroll>
        </Panel>
      }
    />
  );
}

const rolesOf = (some: readonly OperatorRole[]) => some.map(frameWords.role).join(', ');

/** The rules that hold: nobody changes one here. */
function Rules({ of: { kinds, providers, review } }: { readonly of: SettingsData }) {
  const { francs } = says;
  return (
    <>
      <Section title={says.rules} end={<span className="small quiet">{says.rulesNote}</span>} bare>
        <Table
          label={says.rules}
          density={27}
          rows={kinds}
          rowId={({ kind }) => kind}
          fold={['kind', 'lasts', 'asks', '']}
          heads={says}
          columns={[
            { key: 'kind', cell: ({ kind }) => <span className={styles.lines}>{requestWords.kind(kind)}</span> },
            {
              key: 'asks',
              folded: ({ ask, approve }) => `${rolesOf(ask)} → ${rolesOf(approve)}`,
              width: 170,
              cell: ({ ask }) => <span className={styles.lines}>{rolesOf(ask)}</span>,
            },
            {
              key: 'approves',
              width: 150,
              cell: ({ approve }) => <span className={styles.lines}>{rolesOf(approve)}</span>,
            },
            { key: 'lasts', width: 80, align: 'right', cell: ({ minutes }) => formatShort(minutes) },
          ]}
        />
      </Section>
      <Section title={says.review} end={review && <span className="small quiet">{says.reviewNote}</span>}>
        {review === null ? (
          <span className="quiet">{says.noReview}</span>
        ) : (
          <Facts
            of={[
              [says.over, francs(amount(review.over))],
              [says.dayOver, francs(amount(review.dayOver))],
              [says.firstOver, francs(amount(review.firstOver))],
              [says.phoneDays, says.days(review.phoneDays)],
              [says.played, says.share(percent(review.playedPercent / 100, 0))],
              [says.answered, says.hours(review.hours)],
            ]}
          />
        )}
      </Section>
      <Section title={says.providers}>
        {providers.length === 0 ? (
          <span className="quiet">{says.noProvider}</span>
        ) : (
          <Facts
            of={providers.map(({ name, lastAt }) => [
              providerName(name),
              <span key={name}>
                {says.newest.toLowerCase()} <Time at={lastAt} />
              </span>,
            ])}
          />
        )}
      </Section>
    </>
  );
}

/** In groups of four, so that two people can compare it. */
function Digest({ of: digest }: { readonly of: string }) {
  return <span className="mono">{digest.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>;
}
