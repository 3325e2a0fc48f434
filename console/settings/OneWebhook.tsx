import { useState } from 'react';
import {
  deliveryStates,
  listWebhookDeliveries,
  replayWebhooks,
  stopWebhookEndpoint,
} from '#contract/calls/operator/webhooks.ts';
import { useMay } from '#console/api/useMay.ts';
import { serverNow } from '#console/clock/clock.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Facts, mono } from '#console/kit/Facts.tsx';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { ListFile } from '#console/kit/ListFile.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll, Section } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { Subject } from '#console/kit/Subject.tsx';
import { ListTable } from '#console/kit/Table.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useList, type RowOf } from '#console/kit/useList.ts';
import { formatWhen, instantOf, localOf, zoneCity } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/webhooks.ts';
import { hostOf, WebhookStatus, type ListedWebhook } from './WebhookStatus.tsx';
import { WebhookSheet } from './WebhookSheet.tsx';

type Delivery = RowOf<typeof listWebhookDeliveries>;

const says = words.deliveries;
const tones = { waiting: 'wait', delivered: 'ok', given_up: 'bad' } as const;
const dayMs = 24 * 60 * 60 * 1_000;

interface OneWebhookProps {
  readonly endpoint: ListedWebhook;
  readonly isStale: boolean;
}

type Sheet = 'change' | 'keys' | 'stop' | 'span' | Pick<Delivery, 'event' | 'type'> | null;

/** One endpoint: its terms and keys, the acts on it, and what it was sent. */
export function OneWebhook({ endpoint, isStale }: OneWebhookProps) {
  const [sheet, setSheet] = useState<Sheet>(null);
  const mayAsk = useMay('webhook_endpoint');
  const mayReplay = useMay('replayWebhooks');
  const mayStop = useMay('stopWebhookEndpoint');
  const close = () => setSheet(null);
  const stop = useAct(stopWebhookEndpoint, {
    about: endpoint.id,
    done: () => ({ says: words.stopped }),
    onDone: close,
  });
  const { id, url, types, generation, publicKey, formerUntil, failingSince, stoppedAt, stoppedBecause } = endpoint;
  const isStopped = stoppedAt !== null;
  return (
    <OpenPanel title={hostOf(url)} isStale={isStale} beside={<WebhookStatus of={endpoint} />}>
      <Scroll>
        <Section>
          <Facts
            of={[
              [words.columns.address, mono(url)],
              [words.columns.events, types.join(', ')],
              [words.facts.id, mono(id)],
              [words.facts.keys, generation],
              [words.facts.publicKey, mono(publicKey)],
              formerUntil !== null && [words.facts.former, <Time key="former" at={formerUntil} show="full" />],
              failingSince !== null && [words.facts.failing, <Time key="failing" at={failingSince} show="full" />],
              stoppedAt !== null && [words.facts.stopped, <Time key="stopped" at={stoppedAt} show="full" />],
              stoppedBecause !== null && [words.facts.because, words.stoppedBecause[stoppedBecause]],
            ]}
          />
        </Section>
        {(mayAsk || mayStop || mayReplay) && (
          <Section>
            <div className="acts">
              {mayAsk && (
                <Button writes onPress={() => setSheet('change')}>
                  {isStopped ? words.start : words.change}
                </Button>
              )}
              {mayAsk && !isStopped && (
                <Button writes onPress={() => setSheet('keys')}>
                  {words.newKeys}
                </Button>
              )}
              {mayReplay && !isStopped && (
                <Button writes onPress={() => setSheet('span')}>
                  {words.replay}
                </Button>
              )}
              {mayStop && stoppedBecause !== 'operator' && (
                <Button kind="opens danger" onPress={() => setSheet('stop')}>
                  {words.stop}
                </Button>
              )}
            </div>
          </Section>
        )}
        <Deliveries id={id} {...(mayReplay && !isStopped && { onReplay: setSheet })} />
      </Scroll>
      {(sheet === 'change' || sheet === 'keys') && (
        <WebhookSheet id={id} endpoint={endpoint} hasNewKeys={sheet === 'keys'} onClose={close} />
      )}
      <ActSheet
        isOpen={sheet === 'stop'}
        onClose={close}
        title={words.stopTitle(hostOf(url))}
        intro={words.stopIntro}
        danger
        act={stop}
        onSign={({ reason }) => void stop.run({ params: { id }, body: { reason } })}
      />
      {sheet !== null && (sheet === 'span' || typeof sheet === 'object') && (
        <Replay endpoint={endpoint} of={sheet === 'span' ? null : sheet} onClose={close} />
      )}
    </OpenPanel>
  );
}

interface DeliveriesProps {
  readonly id: string;
  readonly onReplay?: (delivery: Delivery) => void;
}

function Deliveries({ id, onReplay }: DeliveriesProps) {
  const [state, setState] = useState('');
  const wanted = deliveryStates.find((one) => one === state);
  const list = useList(
    listWebhookDeliveries,
    { params: { id }, query: wanted === undefined ? {} : { state: wanted } },
    { rowId: ({ event }) => event, every: 5_000 },
  );
  return (
    <Section title={says.title} end={<ListFile of={list} size="head" />} bare>
      <div className="body">
        <Choice
          label={says.show}
          value={state}
          onChange={setState}
          options={[
            { value: '', label: says.all },
            ...deliveryStates.map((value) => ({ value, label: says.states[value] })),
          ]}
        />
      </div>
      <ListTable
        label={says.title}
        list={list}
        opens={false}
        empty={<Empty says={says.none} />}
        fold={['event', 'status', 'at answer', 'again']}
        heads={says}
        columns={[
          { key: 'at', head: '', width: 92, time: ({ at }) => at },
          { key: 'event', cell: ({ type, event }) => <span title={event}>{type}</span> },
          { key: 'about', spare: true, cell: ({ subject }) => (subject === null ? '–' : <Subject of={subject} />) },
          {
            key: 'status',
            width: 96,
            cell: (one) => <Status is={tones[one.state]}>{says.states[one.state]}</Status>,
          },
          { key: 'tries', width: 54, amount: ({ tries }) => tries },
          { key: 'answer', cell: answerOf },
          ...(onReplay
            ? [
                {
                  key: 'again',
                  head: '',
                  width: 96,
                  align: 'right' as const,
                  cell: (one: Delivery) =>
                    one.state === 'waiting' ? null : (
                      <Button size="head" writes onPress={() => onReplay(one)}>
                        {words.again}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

/** `503, again 14:05` */
function answerOf({ status, failure, nextTryAt, tries }: Delivery): string {
  const said = failure === null ? (status === null ? '–' : String(status)) : (says.failures[failure] ?? failure);
  return nextTryAt === null || tries === 0 ? said : `${said}, ${says.next(formatWhen(nextTryAt, serverNow()))}`;
}

interface ReplayProps {
  readonly endpoint: ListedWebhook;
  /** Null: a span. */
  readonly of: Pick<Delivery, 'event' | 'type'> | null;
  readonly onClose: () => void;
}

/** Sends one event or those of a span again. */
function Replay({ endpoint: { id, url }, of, onClose }: ReplayProps) {
  const [texts, setTexts] = useState(() => ({
    from: localOf(serverNow() - dayMs),
    until: localOf(serverNow()),
  }));
  const act = useAct(replayWebhooks, {
    about: of?.event ?? id,
    done: ({ data }) => ({ says: words.replayed(data.events) }),
    onDone: onClose,
  });
  const [from, until] = [instantOf(texts.from), instantOf(texts.until)];
  const isSpan = from !== null && until !== null && from <= until && until - from <= 31 * dayMs;
  const asked = () =>
    of === null
      ? { from: new Date(from ?? 0).toISOString(), until: new Date(until ?? 0).toISOString() }
      : { event: of.event };
  return (
    <ActSheet
      onClose={onClose}
      title={words.replayTitle(hostOf(url))}
      intro={words.replayIntro}
      demands={of === null ? [{ says: words.spanGiven, isMet: isSpan }] : []}
      {...(of !== null && {
        facts: [[of.type, mono(of.event)]] as const,
      })}
      act={act}
      onSign={({ reason }) => void act.run({ params: { id }, body: { reason, ...asked() } })}
    >
      {of === null &&
        (['from', 'until'] as const).map((end) => (
          <TextField
            key={end}
            label={words[end]}
            value={texts[end]}
            onChange={(text) => setTexts({ ...texts, [end]: text })}
            type="datetime-local"
            step={1}
            width={220}
            note={zoneCity()}
          />
        ))}
    </ActSheet>
  );
}
