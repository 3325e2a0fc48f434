import type { listDrawTickets } from '#contract/calls/operator/draws.ts';
import { Balls } from '#console/kit/Balls.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Status, type Tone } from '#console/kit/Status.tsx';
import type { RowOf } from '#console/kit/useList.ts';
import { amount, none } from '#console/values/amounts.ts';
import { words } from '#console/words/en/draws.ts';

export type Ticket = RowOf<typeof listDrawTickets>;

const { tickets: says } = words;

/** The payout of a ticket per franc staked. */
export function multipleOf({ status: is, paid, stake: staked }: Ticket): string {
  return is === 'win' && paid !== null ? `×${amount(paid / staked)}` : none;
}

export function Numbers({ of: { selectedNumbers, places } }: { readonly of: Ticket }) {
  return <Balls of={selectedNumbers.map(Number)} hits={places ?? []} />;
}

export function Player({ of: { clientId, player: name } }: { readonly of: Ticket }) {
  return <Opens to={`/players/${clientId}`}>{name ?? `#${clientId}`}</Opens>;
}

const tones: Readonly<Record<Ticket['status'], Tone>> = { pending: 'run', win: 'ok', lost: 'idle', void: 'idle' };

/** A winning ticket is paid, or still waits for its payment. */
export function Standing({ of: { status: is, paidAt } }: { readonly of: Ticket }) {
  if (is === 'win' && paidAt === null) return <Status is="wait">{says.notPaid}</Status>;
  return <Status is={tones[is]}>{is === 'win' ? says.paid : says.statuses[is]}</Status>;
}
