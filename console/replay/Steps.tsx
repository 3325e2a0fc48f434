import type { ReactNode } from 'react';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Facts, type Fact } from '#console/kit/Facts.tsx';
import { useKeys } from '#console/kit/keys.ts';
import { navigate } from '#console/kit/navigate.ts';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { Split } from '#console/kit/Split.tsx';
import { ListTable, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import type { List } from '#console/kit/useList.ts';
import { amount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/replay.ts';

export interface Step {
  readonly id: string;
  readonly at: string;
}

export type StepHeads = typeof words.columns;

interface StepsProps<Row extends Step> {
  readonly label: string;
  readonly list: List<Row>;
  readonly columns: readonly Column<Row, StepHeads>[];
  readonly says: (row: Row) => ReactNode;
  /** The facts of one step. */
  readonly facts: (row: Row) => readonly (Fact | null | false)[];
  readonly nothing: string;
  /** Where Escape leads while no step is open. */
  readonly leadsBack: string;
}

/**
 * All events in order of time, with the step of the address open beside: `n` and `p` go to the next and the previous
 * one.
 */
export function Steps<Row extends Step>({ label, list, columns, says, facts, nothing, leadsBack }: StepsProps<Row>) {
  const { open, change } = useAddress();
  const { rows } = list;
  const index = rows.findIndex(({ id }) => id === open);
  const row = rows[index];
  const follows = index + 1 < rows.length || list.hasMore;
  function goTo(next: number) {
    // The next rows load before the last loaded one is left.
    if (next >= rows.length - 2 && list.hasMore) list.more();
    const target = rows[next];
    if (target) change({ open: target.id });
  }
  useKeys(
    row === undefined
      ? [
          { keys: 'n', says: words.first, run: () => goTo(0), foot: true },
          ...(open === null ? [{ keys: 'Escape', says: words.back, run: () => navigate(leadsBack) }] : []),
        ]
      : [],
  );
  const shown = amount(rows.length);
  return (
    <Split
      size="narrow"
      list={
        <Panel fills>
          <ListTable
            label={label}
            list={list}
            fold={['what', 'amount', 'about', 'at']}
            heads={words.columns}
            columns={columns}
            end={list.hasMore ? words.laterFollow(shown) : words.all(shown)}
            before={words.earlierBefore}
            empty={<Empty says={nothing} />}
          />
        </Panel>
      }
      beside={
        row === undefined ? null : (
          <OpenPanel
            title={<Time at={row.at} show="thousandths" />}
            end={
              <>
                <Button size="head" keys="p" isOff={index === 0} onPress={() => goTo(index - 1)}>
                  {words.previous}
                </Button>
                <Button size="head" keys="n" isOff={!follows} onPress={() => goTo(index + 1)}>
                  {words.next}
                </Button>
              </>
            }
          >
            <Scroll>
              {/* Screen readers announce each step. */}
              <Section>
                <div role="status">{says(row)}</div>
              </Section>
              <Section>
                <Facts of={[[words.facts.time, <Time key="at" at={row.at} show="full" />], ...facts(row)]} />
              </Section>
            </Scroll>
          </OpenPanel>
        )
      }
    />
  );
}
