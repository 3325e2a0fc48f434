import { useState } from 'react';
import { listOperators } from '#contract/calls/operator/operators.ts';
import { useMay } from '#console/api/useMay.ts';
import { ListFile } from '#console/kit/ListFile.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Panel } from '#console/kit/Panel.tsx';
import { Split } from '#console/kit/Split.tsx';
import { ListTable } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { roleNames } from '#console/words/en/roles.ts';
import { words } from '#console/words/en/settings.ts';
import { Invite } from './Invite.tsx';
import { OneOperator } from './OneOperator.tsx';
import { OperatorStatus } from './OperatorStatus.tsx';

const says = words.operators;
/** The operators who may sign in here, and the acts that add them. */
export function OperatorList() {
  const mayInvite = useMay('inviteOperator');
  const { open } = useAddress();
  const [isInviting, setIsInviting] = useState(false);
  const list = useList(listOperators, { query: {} }, { rowId: ({ name }) => name, every: 15_000 });
  const opened = list.rows.find(({ name }) => name === open);
  return (
    <>
      <Split
        list={
          <Panel
            title={words.views.operators}
            fills
            end={
              <>
                <ListFile of={list} size="head" />
                {mayInvite && (
                  <Button size="head" writes onPress={() => setIsInviting(true)}>
                    {says.invite}
                  </Button>
                )}
              </>
            }
          >
            <ListTable
              label={says.label}
              list={list}
              empty={<Empty says={says.none} />}
              fold={['name', 'since', 'roles', 'status']}
              heads={says}
              columns={[
                { key: 'name', cell: ({ name }) => name },
                { key: 'roles', cell: (one) => one.roles.map((role) => roleNames[role].name).join(', ') },
                { key: 'status', width: 104, cell: (one) => <OperatorStatus of={one} /> },
                { key: 'passkeys', spare: true, width: 66, amount: ({ passkeys }) => passkeys.length },
                { key: 'sessions', spare: true, width: 66, amount: ({ sessions }) => sessions },
                { key: 'since', width: 92, time: ({ activeAt, createdAt }) => activeAt ?? createdAt, show: 'day' },
              ]}
            />
          </Panel>
        }
        beside={opened ? <OneOperator key={opened.name} operator={opened} isStale={list.isStale} /> : null}
      />
      <Invite isOpen={isInviting} onClose={() => setIsInviting(false)} />
    </>
  );
}
