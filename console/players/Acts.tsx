import { useState, type ReactNode } from 'react';
import {
  endClientSessions,
  getPlayerLimits,
  listPlayerPayments,
  lockClient,
  lockKinds,
  markTest,
  startBreak,
  tightenedKinds,
  tightenedPeriods,
  tightenLimit,
} from '#contract/calls/operator/players.ts';
import { breakKinds } from '#contract/calls/play-limits.ts';
import type { LockKind, Player } from '#contract/operator/players.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { named } from '#console/kit/named.ts';
import { OneAct } from '#console/kit/OneAct.tsx';
import { Panel, Section } from '#console/kit/Panel.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { amount, difference } from '#console/values/amounts.ts';
import { codeName, methodName } from '#console/values/names.ts';
import { formatFull } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/players.ts';

const { acts } = words;

type Name =
  | 'adjust'
  | 'end'
  | 'lock'
  | 'unlock'
  | 'tighten'
  | 'break'
  | 'phone'
  | 'name'
  | 'reset'
  | 'undo'
  | 'match'
  | 'test';

/** The acts of one operator on this player, and those of two. All are disabled while a note has to be read first. */
export function Acts({ player }: { readonly player: Player }) {
  const mayAct = useMay('lockClient');
  const mayAdjust = useMay('adjust');
  const mayUnlock = useMay('unlock');
  const mayChangePhone = useMay('change_phone');
  const mayChangeName = useMay('change_name');
  const mayMark = useMay('markTest');
  const [open, setOpen] = useState<Name | null>(null);
  if (!mayAct && !mayAdjust) return null;
  const isClosed = player.readFirst.length > 0 || player.erasedAt !== null;
  const why = player.readFirst.length > 0 ? words.readFirst.closed : undefined;
  const Sheet = open && sheets[open];
  const button = (name: Name, says: string, keys?: string) => (
    <Button
      key={name}
      kind={name === 'lock' || name === 'tighten' || name === 'break' ? 'opens danger' : 'plain'}
      writes
      isOff={isClosed}
      onPress={() => setOpen(name)}
      {...(keys !== undefined && { keys })}
    >
      {says}
    </Button>
  );
  const has = (state: Player['states'][number]) => player.states.includes(state);
  return (
    <Panel title={acts.title} end={why && <span className="small quiet">{why}</span>}>
      {mayAct && (
        <Section>
          <div className="acts">
            {button('end', acts.end.button, 'e')}
            {button('lock', acts.lock.button, 'l')}
            {button('tighten', acts.tighten.button, 't')}
            {button('break', acts.break.button, 'b')}
            {mayMark && button('test', has('test') ? acts.test.unmark : acts.test.mark)}
          </div>
        </Section>
      )}
      <Section title={acts.asks}>
        <div className="acts">
          {mayAdjust && button('adjust', acts.adjust.button, 'j')}
          {mayUnlock && player.locks.length > 0 && button('unlock', acts.unlock.button, 'k')}
          {mayChangePhone && button('phone', acts.phone.button)}
          {mayChangeName && button('name', acts.name.button)}
          {mayAct && button('reset', acts.reset.button)}
          {mayAct && has('undone') && button('undo', acts.undo.button)}
          {mayAct && has('matched') && button('match', acts.match.button)}
        </div>
      </Section>
      {Sheet && <Sheet player={player} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

interface SheetProps {
  readonly player: Player;
  readonly onClose: () => void;
}

/** The server takes no more. */
const mostTightened = 1_000_000_000;

/** The amount is typed twice, since nobody can take a limit back. */
function Tighten({ player, onClose }: SheetProps) {
  const [kind, setKind] = useDraft<(typeof tightenedKinds)[number]>(tightenLimit, 'kind', 'stake');
  const [period, setPeriod] = useDraft<(typeof tightenedPeriods)[number]>(tightenLimit, 'period', 'day');
  const [most, setMost] = useDraft(tightenLimit, 'most', '');
  const { limits } = words;
  const digits = most.replaceAll(/\s/g, '');
  const of = useApi(getPlayerLimits, { params: { id: String(player.id) } }, { select: ({ data }) => data.limits });
  const holds = of.data?.find((one) => one.kind === kind && one.period === period)?.amount;
  const isAmount = /^\d{1,10}$/.test(digits) && Number(digits) <= mostTightened;
  return (
    <OneAct
      onClose={onClose}
      made={tightenLimit}
      input={(reason) => ({
        params: { id: String(player.id) },
        body: { kind, period, amount: Number(digits), reason },
      })}
      title={acts.tighten.title}
      intro={acts.tighten.intro}
      done={acts.tighten.done}
      button={acts.tighten.do}
      danger
      before={holds == null ? words.limits.unlimited : amount(holds)}
      after={isAmount ? amount(Math.min(Number(digits), holds ?? Infinity)) : '–'}
      demands={[{ says: acts.tighten.amount, isMet: isAmount }]}
      {...(isAmount && { typed: { label: acts.tighten.again, value: amount(Number(digits)) } })}
    >
      <Choice label={acts.tighten.kind} value={kind} onChange={setKind} options={named(limits.limit, tightenedKinds)} />
      <Choice
        label={acts.tighten.period}
        value={period}
        onChange={setPeriod}
        options={named(limits.period, tightenedPeriods)}
      />
      <TextField label={acts.tighten.amount} value={most} onChange={setMost} inputMode="numeric" width={160} />
    </OneAct>
  );
}

function Lock({ player, onClose }: SheetProps) {
  const [lock, setLock] = useDraft<LockKind>(lockClient, 'lock', 'sign_in');
  return (
    <OneAct
      onClose={onClose}
      made={lockClient}
      input={(reason) => ({ params: { id: String(player.id) }, body: { lock, reason } })}
      title={acts.lock.title}
      intro={acts.lock.intro}
      done={acts.lock.done(lock)}
      button={acts.lock.do}
      danger
      before={words.limits.free}
      after={acts.lock.effects[lock]}
    >
      <Choice label={acts.lock.what} value={lock} onChange={setLock} options={named(acts.locks, lockKinds)} />
    </OneAct>
  );
}

function Unlock({ player, onClose }: SheetProps) {
  // The last act of each kind is the one in force.
  const running = [...new Map(player.locks.map((lock) => [lock.kind, lock])).values()];
  return (
    <RequestSheet
      kind="unlock"
      about={player.id}
      start={{ lock: running[0]!.kind }}
      options={{ lock: running.map(({ kind }) => ({ value: kind, label: acts.locks[kind] })) }}
      facts={running.map(({ kind, endsAt, lockedBy, reason }) => [
        acts.locks[kind],
        <span key={kind}>
          {words.limits.until} <Time at={endsAt} show="full" /> · {lockedBy}: {reason}
        </span>,
      ])}
      onClose={onClose}
    />
  );
}

function Break({ player, onClose }: SheetProps) {
  const [kind, setKind] = useDraft<(typeof breakKinds)[number]>(startBreak, 'kind', 'day');
  return (
    <OneAct
      onClose={onClose}
      made={startBreak}
      input={(reason) => ({ params: { id: String(player.id) }, body: { kind, reason } })}
      title={acts.break.title}
      intro={acts.break.intro}
      done={acts.break.done}
      button={acts.break.do}
      danger
      before={words.limits.free}
      after={acts.break.lengths[kind]}
      typed={{ label: acts.break.again, value: acts.break.lengths[kind] }}
    >
      <Choice
        label={acts.break.length}
        value={kind}
        onChange={setKind}
        options={named(acts.break.lengths, breakKinds)}
      />
    </OneAct>
  );
}

function Test({ player, onClose }: SheetProps) {
  const isTest = player.states.includes('test');
  return (
    <OneAct
      onClose={onClose}
      made={markTest}
      input={(reason) => ({ params: { id: String(player.id) }, body: { test: !isTest, reason } })}
      title={acts.test.title}
      intro={acts.test.intro}
      done={acts.test.done}
      button={isTest ? acts.test.undo : acts.test.do}
    />
  );
}

/** Asks for an act of two that needs no more than the player, and what its form has fields for. */
function asks(kind: 'change_phone' | 'change_name' | 'start_reset' | 'lift_undo' | 'clear_match') {
  return ({ player, onClose }: SheetProps) => <RequestSheet kind={kind} about={player.id} onClose={onClose} />;
}

/** The sheet names one of the player's last payments. The server says what the wallet would hold, and whether it was asked for already. */
function Adjust({ player, onClose }: SheetProps) {
  const { data } = useApi(listPlayerPayments, { params: { id: String(player.id) }, query: { limit: '50' } });
  const payments = (data?.data ?? []).map(({ id, direction, amount: francs, createdAt, method, status }) => ({
    value: id,
    label: [
      difference(direction === 'deposit' ? francs : -francs),
      formatFull(createdAt),
      methodName(method),
      codeName('status', status),
      id.slice(0, 8),
    ].join(' · '),
  }));
  return (
    <RequestSheet
      kind="adjust"
      about={player.id}
      start={{ wallet: 'dep' }}
      options={{ payment: payments }}
      onClose={onClose}
    />
  );
}

const sheets: Readonly<Record<Name, (props: SheetProps) => ReactNode>> = {
  adjust: Adjust,
  end: ({ player, onClose }) => (
    <OneAct
      {...acts.end}
      onClose={onClose}
      made={endClientSessions}
      input={(reason) => ({ params: { id: String(player.id) }, body: { reason } })}
      button={acts.end.button.replace('…', '')}
    />
  ),
  lock: Lock,
  unlock: Unlock,
  tighten: Tighten,
  break: Break,
  phone: asks('change_phone'),
  name: asks('change_name'),
  reset: asks('start_reset'),
  undo: asks('lift_undo'),
  match: asks('clear_match'),
  test: Test,
};
