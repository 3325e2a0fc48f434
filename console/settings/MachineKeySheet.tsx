import { useState } from 'react';
import { machineScopes, type MachineScope } from '#contract/calls/operator/machine-keys.ts';
import { serverNow } from '#console/clock/clock.ts';
import { TextArea } from '#console/kit/Fields.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { localOf } from '#console/values/time.ts';
import { words } from '#console/words/en/machine-keys.ts';
import { CheckList, toggled } from './CheckList.tsx';
import type { MadeKey } from './machine-key.ts';

interface MachineKeySheetProps {
  readonly made: MadeKey;
  readonly onAsked: () => void;
  readonly onClose: () => void;
}

const usualDays = 90;
const dayMs = 24 * 60 * 60 * 1_000;

/** Asks for a key that this browser has made. Only its hash leaves the browser. */
export function MachineKeySheet({ made: { id, hash }, onAsked, onClose }: MachineKeySheetProps) {
  const [scopes, setScopes] = useState<readonly MachineScope[]>([]);
  const [lines, setLines] = useState('');
  const [endsAt] = useState(() => localOf(serverNow() + usualDays * dayMs));
  const chosen = machineScopes.filter((scope) => scopes.includes(scope));
  const addresses = lines.split(/[\s,]+/).filter((one) => one !== '');
  return (
    <RequestSheet
      kind="machine_key"
      about={id}
      start={{ perMinute: '60', endsAt }}
      given={{
        hash,
        scopes: chosen.length > 0 ? chosen : undefined,
        addresses: addresses.length > 0 ? addresses : undefined,
      }}
      onAsked={onAsked}
      onClose={onClose}
    >
      <CheckList
        legend={words.scopes.legend}
        of={machineScopes.map((scope) => ({ value: scope, says: words.scopes[scope] }))}
        chosen={scopes}
        onToggle={(scope) => setScopes(toggled(scopes, scope))}
      />
      <TextArea label={words.addresses} value={lines} onChange={setLines} rows={2} maxLength={1_000} />
    </RequestSheet>
  );
}
