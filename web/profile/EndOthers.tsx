import { Checkbox } from '#ui/Checkbox.tsx';
import { words } from '#web/words/en/phone.ts';

interface EndOthersProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The offer to end the other sessions together with a change of a contact. */
export function EndOthers({ checked, onChange }: EndOthersProps) {
  return <Checkbox label={words.endOthers} checked={checked} onChange={({ target }) => onChange(target.checked)} />;
}
