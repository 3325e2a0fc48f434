import { useState } from 'react';
import { revokeMachineKey, type listMachineKeys } from '#contract/calls/operator/machine-keys.ts';
import { useMay } from '#console/api/useMay.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Facts, mono } from '#console/kit/Facts.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll, Section } from '#console/kit/Panel.tsx';
import { Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import type { RowOf } from '#console/kit/useList.ts';
import { amount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/machine-keys.ts';

type ListedKey = RowOf<typeof listMachineKeys>;

const tones = { asked: 'wait', good: 'ok', ended: 'idle', revoked: 'idle' } as const;

export function MachineKeyStatus({ of: { state } }: { readonly of: ListedKey }) {
  return <Status is={tones[state]}>{words.states[state]}</Status>;
}

interface OneMachineKeyProps {
  readonly of: ListedKey;
  readonly isStale: boolean;
}

/** One key: what it may, from where and how often, who made it, how it is used; and its end. */
export function OneMachineKey({ of, isStale }: OneMachineKeyProps) {
  const [isRevoking, setIsRevoking] = useState(false);
  const mayRevoke = useMay('revokeMachineKey');
  const close = () => setIsRevoking(false);
  const revoke = useAct(revokeMachineKey, { about: of.id, done: () => ({ says: words.revoked }), onDone: close });
  const { id, state, name, scopes, addresses, perMinute, endsAt, madeAt, askedBy, approvedBy } = of;
  const { revokedAt, revokedBy, lastUsedAt, usesToday, refusedToday, request } = of;
  return (
    <OpenPanel title={name} isStale={isStale} beside={<MachineKeyStatus of={of} />}>
      <Scroll>
        <Section>
          <Facts
            of={[
              [words.facts.id, mono(`izi_${id}_…`)],
              [words.scopes.legend, scopes.join(', ')],
              [words.facts.addresses, addresses.join(', ')],
              [words.facts.perMinute, amount(perMinute)],
              [words.columns.ends, <Time key="ends" at={endsAt} show="full" />],
              madeAt !== null && [words.facts.made, <Time key="made" at={madeAt} show="full" />],
              [words.facts.askedBy, askedBy ?? '–'],
              state !== 'asked' && [words.facts.approvedBy, approvedBy ?? '–'],
              revokedAt !== null && [words.facts.revoked, <Time key="revoked" at={revokedAt} show="full" />],
              revokedBy !== null && [words.facts.revokedBy, revokedBy],
              state !== 'asked' && [
                words.columns.used,
                lastUsedAt === null ? words.never : <Time key="used" at={lastUsedAt} show="full" />,
              ],
              state !== 'asked' && [words.columns.today, amount(usesToday)],
              state !== 'asked' && [words.facts.refused, amount(refusedToday)],
            ]}
          />
        </Section>
        {state === 'asked' && request !== null && (
          <Section>
            <p className="quiet">{words.waits}</p>
            <Opens to={`/requests?open=${request}`}>{words.toRequest}</Opens>
          </Section>
        )}
        {state === 'good' && mayRevoke && (
          <Section>
            <div className="acts">
              <Button kind="opens danger" onPress={() => setIsRevoking(true)}>
                {words.revoke}
              </Button>
            </div>
          </Section>
        )}
      </Scroll>
      <ActSheet
        isOpen={isRevoking}
        onClose={close}
        title={words.revokeTitle(name)}
        intro={words.revokeIntro}
        danger
        act={revoke}
        onSign={({ reason }) => void revoke.run({ params: { id }, body: { reason } })}
      />
    </OpenPanel>
  );
}
