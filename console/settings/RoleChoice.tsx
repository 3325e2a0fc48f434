import type { OperatorRole } from '#contract/operator/roles.ts';
import { operatorRoles, roleNames } from '#console/words/en/roles.ts';
import { words } from '#console/words/en/settings.ts';
import { CheckList } from './CheckList.tsx';

interface RoleChoiceProps {
  readonly value: readonly OperatorRole[];
  readonly onChange: (roles: readonly OperatorRole[]) => void;
}

const alone: readonly OperatorRole[] = ['auditor', 'admin'];

/** Two roles at most; auditor and admin cannot be combined with another, so choosing one removes the others. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  function toggle(role: OperatorRole) {
    if (value.includes(role)) onChange(value.filter((one) => one !== role));
    else if (alone.includes(role)) onChange([role]);
    else onChange([...value.filter((one) => !alone.includes(one)), role].slice(-2));
  }
  return (
    <CheckList
      legend={words.operators.inviteRoles}
      of={operatorRoles.map((role) => ({ value: role, name: roleNames[role].name, says: roleNames[role].does }))}
      chosen={value}
      onToggle={toggle}
    />
  );
}
