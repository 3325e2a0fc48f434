import { useState } from 'react';
import { inviteOperator } from '#contract/calls/operator/operators.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { TextField } from '#console/kit/Fields.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { words } from '#console/words/en/settings.ts';
import { InviteLink, type HandedLink } from './InviteLink.tsx';
import { RoleChoice } from './RoleChoice.tsx';

const says = words.operators;

/** Invites an operator, and shows once the link with which they set their passkeys. */
export function Invite({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [name, setName] = useDraft(inviteOperator, 'name', '');
  const [roles, setRoles] = useDraft<readonly OperatorRole[]>(inviteOperator, 'roles', []);
  const [link, setLink] = useState<HandedLink | null>(null);
  const act = useAct(inviteOperator, {
    onDone: ({ data }) => {
      setLink(data);
      setName('');
      setRoles([]);
      onClose();
    },
  });
  return (
    <>
      <ActSheet
        isOpen={isOpen}
        onClose={onClose}
        title={says.inviteTitle}
        intro={says.inviteIntro}
        demands={[
          { says: says.inviteName, isMet: /^[a-z][a-z0-9.-]{1,39}$/.test(name) },
          { says: says.inviteRoles, isMet: roles.length > 0 },
        ]}
        act={act}
        onSign={({ reason }) => void act.run({ body: { name, roles: [...roles], reason } })}
      >
        <TextField label={says.inviteName} value={name} onChange={setName} width={200} autoComplete="off" />
        <RoleChoice value={roles} onChange={setRoles} />
      </ActSheet>
      <InviteLink link={link} onClose={() => setLink(null)} />
    </>
  );
}
