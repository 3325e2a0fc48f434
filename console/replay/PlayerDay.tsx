import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { getPlayerDay, replayPlayer } from '#contract/calls/operator/replay.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { serverNow } from '#console/clock/clock.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Button, LinkButton } from '#console/kit/Button.tsx';
import type { Fact } from '#console/kit/Facts.tsx';
import { Figure, Figures, Opens } from '#console/kit/Figure.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar } from '#console/kit/FilterBar.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { DrawLink } from '#console/kit/Subject.tsx';
import type { Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { amount, difference, none } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { addDays, dayOf } from '#console/values/time.ts';
import { codeName } from '#console/values/names.ts';
import { words as playerWords } from '#console/words/en/players.ts';
import { words } from '#console/words/en/replay.ts';
import { detailOf, sayPlayerStep, type PlayerStep } from './say-step.tsx';
import { Steps, type StepHeads } from './Steps.tsx';

type Day = OperatorAnswer<typeof getPlayerDay>['data'];

const filters: readonly Filter[] = [{ name: 'day', label: words.day, kind: 'day', unset: words.today }];

/** A player's day, step by step; `day` in the address names it, and `open` the step. */
export default function PlayerDay() {
  const { id } = useParams<{ id: string }>();
  const { filters: set, change } = useAddress();
  const seesPayments = useMay('getOperatorPayment');
  const today = dayOf(serverNow());
  const day = set['day'] ?? today;
  const input = { params: { id }, query: { day } };
  const query = useApi(getPlayerDay, input, {
    refetchOnWindowFocus: false,
    select: (answer) => answer.data,
  });
  const list = useList(replayPlayer, input, {});
  const goBy = (days: number) => change({ filters: { day: addDays(day, days) }, open: null });
  return (
    <Screen
      title={words.ofPlayer(id)}
      rows="auto auto minmax(0, 1fr)"
      flows
      beside={
        <LinkButton size="head" to={`/players/${id}`}>
          {words.toPlayer}
        </LinkButton>
      }
    >
      <FilterBar
        filters={filters}
        list={list}
        end={
          <>
            <Button keys="b" onPress={() => goBy(-1)}>
              {words.dayBefore}
            </Button>
            <Button keys="a" isOff={day >= today} onPress={() => goBy(1)}>
              {words.dayAfter}
            </Button>
          </>
        }
      />
      <Panel>
        <NoAnswer of={query} />
        {query.data && <Sums of={query.data} id={id} day={day} />}
      </Panel>
      <Steps
        label={words.ofPlayer(id)}
        list={list}
        columns={columnsFor(seesPayments)}
        says={sayPlayerStep}
        facts={(step) => factsOf(step, { id, day, seesPayments })}
        nothing={words.nothingOnDay}
        leadsBack={`/players/${id}`}
      />
    </Screen>
  );
}

interface SumsProps {
  readonly of: Day;
  readonly id: string;
  readonly day: string;
}

/** The way from the balances at the beginning to those at the end: each sum opens its lines of the statement. */
function Sums({ of: { opening, closing, sums }, id, day }: SumsProps) {
  return (
    <Figures>
      <Held label={words.began} of={opening} />
      {sums.map((sum) => (
        <Figure
          key={sum.kind}
          label={playerWords.lines[sum.kind] ?? sum.kind}
          value={difference(sum.amount)}
          to={`/players/${id}?view=statement&day=${day}&kind=${sum.kind}`}
          note={words.times(sum.count, amount(sum.count))}
        />
      ))}
      <Held label={words.ended} of={closing} />
    </Figures>
  );
}

function Held({ label, of: { dep, win } }: { readonly label: string; readonly of: Day['opening'] }) {
  return <Figure label={label} value={amount(dep + win)} note={playerWords.wallets(amount(dep), amount(win))} quiet />;
}

/** The subject of a step, as a link if the operator may see it. */
function About({ of: { draw, payment }, seesPayments }: { readonly of: PlayerStep; readonly seesPayments: boolean }) {
  if (draw !== null) {
    return <DrawLink id={draw.id} at={draw.drawsAt} show="time" />;
  }
  if (payment === null) return none;
  const short = <span className="mono">{payment.id.slice(0, 8)}</span>;
  return seesPayments ? <Opens to={`/payments/${payment.id}`}>{short}</Opens> : short;
}

function columnsFor(seesPayments: boolean): readonly Column<PlayerStep, StepHeads>[] {
  return [
    { key: 'at', width: 110, time: ({ at }) => at, show: 'thousandths' },
    { key: 'what', cell: sayPlayerStep },
    { key: 'amount', width: 100, difference: (step) => step.amount },
    { key: 'dep', width: 120, amount: ({ dep }) => dep },
    { key: 'win', width: 120, amount: ({ win }) => win },
    { key: 'about', width: 100, spare: true, cell: (step) => <About of={step} seesPayments={seesPayments} /> },
  ];
}

interface Place {
  readonly id: string;
  readonly day: string;
  readonly seesPayments: boolean;
}

function factsOf(step: PlayerStep, { id, day, seesPayments }: Place): readonly (Fact | null | false)[] {
  const { facts } = words;
  const { wallet, amount: moved, dep, win, ticket, draw, payment, who } = step;
  const change = (before: number, after: number) => `${amount(before)} → ${amount(after)}`;
  const movedOf = (of: 'dep' | 'win') => (wallet === of ? (moved ?? 0) : 0);
  const { origin } = playerWords;
  const detail = (name: string, head: string, write = (text: string): ReactNode => text): Fact | null => {
    const text = detailOf(step, name);
    return text === '' ? null : [head, write(text)];
  };
  return [
    who !== null && [facts.who, who],
    [origin.wallets.dep, change(dep - movedOf('dep'), dep)],
    [origin.wallets.win, change(win - movedOf('win'), win)],
    ticket && [facts.ticket, <TicketLink key="ticket" id={id} day={day} serial={ticket.serial} />],
    ticket && [facts.bet, `${ticket.name} · ${ticket.selectedNumbers.join(' ')} · ${amount(ticket.betAmount)} XOF`],
    draw && [facts.draw, <About key="draw" of={step} seesPayments={seesPayments} />],
    payment && [facts.payment, <About key="payment" of={step} seesPayments={seesPayments} />],
    payment?.status ? [facts.status, codeName('status', payment.status)] : null,
    detail('device', facts.device),
    detail('factor', facts.factor, (factor) => words.factors[factor] ?? factor),
    detail('until', facts.until, (at) => <Time at={at} show="full" />),
    detail('reason', facts.reason),
    detail('told', facts.told),
    detail('request', facts.request, (request) => (
      <Opens to={`/requests/${request}`}>
        <span className="mono">{request.slice(0, 8)}</span>
      </Opens>
    )),
  ];
}

function TicketLink({ id, day, serial }: { readonly id: string; readonly day: string; readonly serial: string }) {
  return (
    <Opens to={`/players/${id}?view=tickets&day=${day}`}>
      <span className="mono">{serial}</span>
    </Opens>
  );
}
