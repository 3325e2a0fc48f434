import { useState } from 'react';
import { endSession, getWays, listSessions } from '#contract/calls/operator/access.ts';
import * as calls from '#contract/calls/operator/access.ts';
import { call } from '#console/api/call.ts';
import { createPasskey } from '#ui/webauthn.ts';
import { refresh, useApi } from '#console/api/queries.ts';
import { signOut } from '#console/api/session.ts';
import { useMe } from '#console/api/session-state.ts';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { beginsOpen, setBeginsOpen } from '#console/kit/Fold.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { named } from '#console/kit/named.ts';
import { lazySheet } from '#console/kit/lazy-sheet.tsx';
import { LanguageChoice } from '#console/kit/LanguageChoice.tsx';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { Split } from '#console/kit/Split.tsx';
import { Status, Tag } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { noticeWays, setNoticeWay, useNoticeWay } from '#console/frame/notices.ts';
import { setTheme, useTheme } from '#console/kit/theme.ts';
import { tell } from '#console/kit/toast.ts';
import { useAct } from '#console/kit/useAct.ts';
import { codeName } from '#console/values/names.ts';
import { words } from '#console/words/en/settings.ts';
import styles from './Settings.module.css';

const MyRights = lazySheet(async () => (await import('./MyRights.tsx')).MyRights);

/** My sessions and rights, my passkeys and password, and the appearance of the console here. */
export function MyAccount() {
  return (
    <Split
      size="narrow"
      keepsBoth
      list={
        <div className={styles.beside}>
          <Sessions />
          <MyRights />
        </div>
      }
      beside={<Beside />}
    />
  );
}

function Sessions() {
  const sessions = useApi(listSessions, {}, { refetchInterval: 15_000 });
  const end = useAct(endSession, { done: () => ({ says: words.sessions.ended }) });
  const { sessions: says } = words;
  const others = (sessions.data?.data ?? []).filter(({ own }) => !own);
  async function endOthers() {
    for (const { id } of others) if ((await end.run({ params: { id } })) === null) return;
    tell(says.othersEnded(others.length));
  }
  return (
    <Panel
      title={says.title}
      end={
        others.length > 0 ? (
          <Button size="head" writes keys="e" isOff={end.step !== 'idle'} onPress={() => void endOthers()}>
            {says.endOthers}
          </Button>
        ) : (
          says.note
        )
      }
      isStale={sessions.isRefetchError}
    >
      <Scroll>
        {!sessions.data && <NoAnswer of={sessions} what={says.failed} />}
        {end.error !== null && <Problem error={end.error} />}
        <Table
          label={says.title}
          rows={sessions.error ? [] : sessions.data?.data}
          skeleton={3}
          heads={says}
          columns={[
            { key: 'createdAt', width: 152, time: ({ createdAt }) => createdAt },
            { key: 'lastUsed', width: 152, time: ({ lastUsedAt }) => lastUsedAt },
            { key: 'endsAt', width: 152, time: ({ endsAt }) => endsAt },
            { key: 'with', width: 92, cell: (session) => codeName('with', session.with) },
            { key: 'device', whole: true, cell: ({ device }) => <span title={device}>{device}</span> },
            { key: 'address', width: 96, cell: ({ address }) => address, look: 'mono' },
            {
              key: 'end',
              head: '',
              width: 90,
              align: 'right',
              cell: ({ id, own }) =>
                own ? (
                  <Tag tone="sun">{says.own}</Tag>
                ) : (
                  <Button
                    size="head"
                    writes
                    isOff={end.step !== 'idle'}
                    onPress={() => void end.run({ params: { id } })}
                  >
                    {says.end}
                  </Button>
                ),
            },
          ]}
        />
      </Scroll>
    </Panel>
  );
}

function Beside() {
  const { demo } = useMe();
  return (
    <div className={styles.beside}>
      {demo ? (
        <Panel title={words.ways.title}>
          <Empty says={words.ways.none} />
        </Panel>
      ) : (
        <Ways />
      )}
      <Panel title={words.look.title}>
        <Section>
          <Look />
        </Section>
        <Section>
          <LanguageChoice />
        </Section>
        <Section>
          <Folds />
        </Section>
        <Section>
          <Notices />
        </Section>
        <Section>
          <Button onPress={() => void signOut()}>{words.signOut}</Button>
        </Section>
      </Panel>
    </div>
  );
}

function Ways() {
  const [isAdding, setIsAdding] = useState(false);
  const ways = useApi(getWays, {});
  const says = words.ways;
  return (
    <Panel
      title={says.title}
      end={
        <Button size="head" writes onPress={() => setIsAdding(true)}>
          {says.add}
        </Button>
      }
    >
      {!ways.data && <NoAnswer of={ways} what={says.failed} />}
      <Table
        label={says.title}
        density={27}
        rows={ways.error ? [] : ways.data?.data.passkeys}
        columns={[
          { key: 'name', cell: ({ name }) => name, look: 'bold' },
          {
            key: 'status',
            width: 120,
            whole: true,
            cell: ({ active }) => <Status is={active ? 'ok' : 'wait'}>{active ? says.active : says.waits}</Status>,
          },
          {
            key: 'fingerprint',
            width: 100,
            cell: ({ fingerprint }) => (
              <span className="mono" title={fingerprint}>
                {fingerprint.slice(0, 8)} …
              </span>
            ),
          },
          { key: 'createdAt', width: 90, time: ({ createdAt }) => createdAt, show: 'day' },
        ]}
      />
      <Section>
        <Facts of={[[says.password, ways.data?.data.password ? says.yes : says.no]]} />
      </Section>
      <AddPasskey isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Panel>
  );
}

function AddPasskey({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const says = words.ways;
  async function make() {
    setIsBusy(true);
    setError(null);
    try {
      const credential = await createPasskey((await call(calls.beginPasskey)).data);
      await call(calls.addPasskey, { body: { credential, name: name.trim() } });
      tell(says.added);
      setName('');
      onClose();
    } catch (failure) {
      setError(failure);
    }
    setIsBusy(false);
    void refresh(getWays);
  }
  return (
    <Modal isOpen={isOpen} onClose={onClose} label={says.addTitle}>
      <div className={styles.window}>
        <h2>{says.addTitle}</h2>
        <p>{says.addIntro}</p>
        <TextField label={says.addName} value={name} onChange={setName} maxLength={40} />
        {error !== null && <Problem error={error} />}
        <div>
          <Button kind="act" size="large" isOff={isBusy || name.trim() === ''} onPress={() => void make()}>
            {says.make}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function Notices() {
  const way = useNoticeWay();
  const { notices } = words;
  return (
    <>
      <Choice
        label={notices.title}
        value={way}
        options={named(notices, noticeWays)}
        onChange={(value) => void setNoticeWay(value)}
      />
      <p className="small quiet">{notices.note}</p>
    </>
  );
}

function Look() {
  const theme = useTheme();
  return (
    <Choice
      label={words.look.theme}
      value={theme}
      options={[
        { value: 'light', label: words.look.light },
        { value: 'dark', label: words.look.dark },
        { value: 'system', label: words.look.system },
      ]}
      onChange={setTheme}
    />
  );
}

/** Whether folds of hashes, raw answers and milliseconds begin open: they all have one name. */
function Folds() {
  const [value, setValue] = useState<'closed' | 'open'>(() => (beginsOpen('technical') ? 'open' : 'closed'));
  return (
    <>
      <Choice
        label={words.look.folds}
        value={value}
        options={[
          { value: 'closed', label: words.look.closed },
          { value: 'open', label: words.look.open },
        ]}
        onChange={(chosen) => {
          setValue(chosen);
          setBeginsOpen('technical', chosen === 'open');
        }}
      />
      <p className="small quiet">{words.look.foldsNote}</p>
    </>
  );
}
