import { drawSteps, replayDraw } from '#contract/calls/operator/replay.ts';
import { mono, type Fact } from '#console/kit/Facts.tsx';
import type { Filter } from '#console/kit/filter.ts';
import { FilterBar } from '#console/kit/FilterBar.tsx';
import { named } from '#console/kit/named.ts';
import type { Column } from '#console/kit/Table.tsx';
import { PlayerLink } from '#console/kit/Subject.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { amount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/replay.ts';
import { detailOf, sayDrawStep, type DrawStep } from './say-step.tsx';
import { Steps, type StepHeads } from './Steps.tsx';

const filters: readonly Filter[] = [
  {
    name: 'by',
    label: words.by,
    kind: 'one',
    unset: words.bySteps.minute,
    options: named(words.bySteps, drawSteps),
  },
];

/** The life of a draw as a list of all its steps; `by` in the address names the detail, and `open` the step. */
export function EveryStep({ id }: { readonly id: string }) {
  const { filters: set } = useAddress();
  const by = drawSteps.find((one) => one === set['by']) ?? 'minute';
  const list = useList(replayDraw, { params: { id }, query: { by } }, {});
  return (
    <>
      <FilterBar filters={filters} list={list} />
      <Steps
        label={words.everyStep}
        list={list}
        columns={columns}
        says={sayDrawStep}
        facts={factsOf}
        nothing={words.nothingInDraw}
        leadsBack={`/draws/${id}`}
      />
    </>
  );
}

const columns: readonly Column<DrawStep, StepHeads>[] = [
  { key: 'at', width: 170, time: ({ at }) => at, show: 'full' },
  { key: 'what', cell: sayDrawStep },
  { key: 'tickets', width: 80, amount: ({ tickets }) => tickets },
  { key: 'amount', width: 100, amount: (step) => step.amount },
  { key: 'staked', width: 130, amount: ({ staked }) => staked },
  { key: 'paid', width: 130, amount: ({ paid }) => paid },
];

function factsOf(step: DrawStep): readonly (Fact | null | false)[] {
  const { facts, columns: heads } = words;
  const { tickets, amount: moved, ticket, staked, paid } = step;
  const reason = detailOf(step, 'reason');
  const sentence = detailOf(step, 'sentence');
  return [
    ticket && [facts.ticket, mono(ticket.serial)],
    ticket?.clientId != null && [facts.player, <PlayerLink key="player" id={ticket.clientId} />],
    tickets !== null && [heads.tickets, amount(tickets)],
    moved !== null && [heads.amount, amount(moved)],
    [heads.staked, amount(staked)],
    [heads.paid, amount(paid)],
    reason !== '' && [facts.reason, reason],
    sentence !== '' && [facts.sentence, sentence],
  ];
}
