import { useState, type ReactNode } from 'react';
import { getPaymentRoutes } from '#contract/calls/operator/payments.ts';
import { isStoppedBy } from '#domain/payment-routes.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import type { Network } from '#console/charts/network.ts';
import { Button } from '#console/kit/Button.tsx';
import { Note } from '#console/kit/Status.tsx';
import { countryName } from '#console/values/names.ts';
import { StopPayments } from './StopPayments.tsx';

interface SlowNoteProps {
  readonly of: Network;
  /** How slow it is. */
  readonly children: ReactNode;
  /** The text of the button. @param country of its lines, where they are in several */
  readonly hide: (country: string | null) => string;
}

/** A slow network, with the act that hides it from players who deposit. It knows no words of the charts, which have a file of their own. */
export function SlowNote({ of: { provider, lines }, children, hide }: SlowNoteProps) {
  const mayStop = useMay('stopPayments');
  const { data: routed } = useApi(getPaymentRoutes, {}, { enabled: mayStop });
  const [hidden, setHidden] = useState<Network['lines'][number] | null>(null);
  const deposits = lines.filter(({ direction }) => direction === 'deposit');
  // In many countries it would be many buttons: the line with the most payments has it, and the list below has one for each.
  const [busiest] = deposits
    .filter((line) => routed && !routed.data.stops.some((stop) => isStoppedBy(stop, line, provider)))
    .toSorted((one, other) => counted(other) - counted(one));
  return (
    <Note tone="wait">
      <div className="acts">
        <div className="grow">{children}</div>
        {mayStop && busiest && (
          <Button writes onPress={() => setHidden(busiest)}>
            {hide(deposits.length > 1 ? countryName(busiest.country) : null)}
          </Button>
        )}
      </div>
      {hidden && <StopPayments of={{ ...hidden, account: provider }} onClose={() => setHidden(null)} />}
    </Note>
  );
}

function counted({ day }: Network['lines'][number]): number {
  return day.done + day.failed;
}
