import { useState } from 'react';
import { disableOperator, makeOperatorLink } from '#contract/calls/operator/operators.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { useMay } from '#console/api/useMay.ts';
import { useMe } from '#console/api/session-state.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll, Section } from '#console/kit/Panel.tsx';
import { Status, Tag } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { RequestButton } from '#console/kit/RequestButton.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { Time } from '#console/values/Time.tsx';
import { roleNames } from '#console/words/en/roles.ts';
import { words } from '#console/words/en/settings.ts';
import { InviteLink, type HandedLink } from './InviteLink.tsx';
import { OperatorStatus, type ListedOperator } from './OperatorStatus.tsx';
import { RoleChoice } from './RoleChoice.tsx';

const says = words.operators;

interface OneOperatorProps {
  readonly operator: ListedOperator;
  readonly isStale: boolean;
}

type Sheet = 'link' | 'disable' | null;

/** One operator: roles, passkeys, and the acts on them. */
export function OneOperator({ operator, isStale }: OneOperatorProps) {
  const me = useMe();
  const [sheet, setSheet] = useState<Sheet>(null);
  const [roles, setRoles] = useState<readonly OperatorRole[]>(operator.roles);
  const [link, setLink] = useState<HandedLink | null>(null);
  const { name, disabledAt, activeAt, passkeys } = operator;
  const close = () => setSheet(null);
  const disable = useAct(disableOperator, { done: () => ({ says: says.isDisabled(name) }), onDone: close });
  const makeLink = useAct(makeOperatorLink, {
    onDone: ({ data }) => {
      setLink(data);
      close();
    },
  });
  const isAdmin = useMay('inviteOperator');
  const mayStop = useMay('disableOperator');
  const params = { name };
  const about = { about: name, name, typed: name };
  const rolesOf = (some: readonly OperatorRole[]) => some.map((role) => roleNames[role].name).join(', ');
  const fingerprints = passkeys
    .filter(({ active }) => !active)
    .map(
      (passkey) =>
        [
          passkey.name,
          <span key={passkey.id} className="mono">
            {passkey.fingerprint}
          </span>,
        ] as const,
    );
  return (
    <OpenPanel
      title={name}
      isStale={isStale}
      beside={
        <>
          <OperatorStatus of={operator} />
          {operator.demo && <Tag tone="sun">{says.demo}</Tag>}
        </>
      }
    >
      <Scroll>
        <Section>
          <Facts
            of={[
              [says.roles, rolesOf(operator.roles)],
              [says.facts.created, <Time key="created" at={operator.createdAt} show="full" />],
              [says.facts.active, activeAt === null ? says.notYet : <Time key="active" at={activeAt} show="full" />],
              [says.facts.approves, <Time key="approves" at={operator.approvesFrom} show="full" />],
              operator.lockedUntil !== null && [says.facts.locked, <Time key="locked" at={operator.lockedUntil} />],
              disabledAt !== null && [says.facts.disabled, <Time key="disabled" at={disabledAt} show="full" />],
              [says.facts.password, says.password[operator.password]],
              [says.facts.sessions, operator.sessions],
            ]}
          />
        </Section>
        <Section title={says.passkeys} bare>
          <Table
            label={says.passkeys}
            density={27}
            rows={passkeys}
            {...(passkeys.length === 0 && { end: says.notYet })}
            columns={[
              { key: 'name', cell: ({ active, name: of }) => <Status is={active ? 'ok' : 'wait'}>{of}</Status> },
              { key: 'fingerprint', width: 280, cell: ({ fingerprint }) => fingerprint, look: 'mono' },
              { key: 'createdAt', width: 90, time: ({ createdAt }) => createdAt, show: 'day' },
            ]}
          />
        </Section>
        {disabledAt === null && name !== me.name && (
          <Section>
            <div className="acts">
              <RequestButton
                asks="operator_add"
                when={activeAt === null}
                kind="act"
                sheet={{ ...about, facts: [[says.roles, rolesOf(operator.roles)], ...fingerprints] }}
              >
                {says.letIn}
              </RequestButton>
              <RequestButton
                asks="operator_passkey"
                when={activeAt !== null && fingerprints.length > 0}
                kind="act"
                sheet={{ ...about, facts: fingerprints }}
              >
                {says.keys}
              </RequestButton>
              <RequestButton
                asks="operator_roles"
                writes
                sheet={{
                  ...about,
                  given: { roles: roles.length > 0 ? [...roles] : undefined },
                  children: <RoleChoice value={roles} onChange={setRoles} />,
                }}
              >
                {says.otherRoles}
              </RequestButton>
              {isAdmin && (
                <Button writes onPress={() => setSheet('link')}>
                  {says.newLink}
                </Button>
              )}
              {mayStop && (
                <Button kind="opens danger" onPress={() => setSheet('disable')}>
                  {says.disable}
                </Button>
              )}
            </div>
          </Section>
        )}
      </Scroll>
      <ActSheet
        isOpen={sheet === 'link'}
        onClose={close}
        title={says.newLinkTitle(name)}
        intro={says.newLinkIntro}
        act={makeLink}
        onSign={({ reason }) => void makeLink.run({ params, body: { reason } })}
      />
      <ActSheet
        isOpen={sheet === 'disable'}
        onClose={close}
        title={says.disableTitle(name)}
        intro={says.disableIntro}
        before={activeAt === null ? says.before.invited : says.before.active}
        after={says.before.disabled}
        typed={{ label: says.typeName, value: name }}
        danger
        act={disable}
        onSign={({ reason }) => void disable.run({ params, body: { reason } })}
      />
      <InviteLink link={link} onClose={() => setLink(null)} />
    </OpenPanel>
  );
}
