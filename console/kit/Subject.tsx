import type { ComponentProps } from 'react';
import { Time } from '#console/values/Time.tsx';
import { Opens } from './Figure.tsx';

/** The screen of each kind of subject. */
const screens: Readonly<Record<string, string>> = { client: '/players', draw: '/draws', payment: '/payments' };

/** The address of the subject of an act; null where it has no screen. @param subject such as `client 42` */
export function screenOf(subject: string): string | null {
  const [kind = '', id = ''] = subject.split(' ');
  const screen = screens[kind];
  return screen === undefined || id === '' ? null : `${screen}/${id}`;
}

/** `payment a8507ded…`: a long id is cut where there is no room. */
export function shortSubject(subject: string): string {
  const [kind = '', id = ''] = subject.split(' ');
  return id.length > 30 ? `${kind} ${id.slice(0, 8)}…` : subject;
}

/** The subject of an act, in the form of the API. It links to its screen, where it has one. */
export function Subject({ of: subject }: { readonly of: string }) {
  const shown = (
    <span className="mono" title={subject}>
      {shortSubject(subject)}
    </span>
  );
  const screen = screenOf(subject);
  return screen === null ? shown : <Opens to={screen}>{shown}</Opens>;
}

interface ToProps<Id extends string | number> {
  readonly id: Id;
}

/** The number of a player, which opens the player. */
export function PlayerLink({ id }: ToProps<number>) {
  return <Opens to={`/players/${id}`}>{id}</Opens>;
}

/** The beginning of a payment's id, as people read it out. It opens the payment. */
export function PaymentLink({ id }: ToProps<string>) {
  return (
    <Opens to={`/payments/${id}`}>
      <span className="mono">{id.slice(0, 8)}</span>
    </Opens>
  );
}

type MomentProps = ToProps<string> & ComponentProps<typeof Time>;

/** The time of a draw, which opens the draw. */
export function DrawLink({ id, ...time }: MomentProps) {
  return (
    <Opens to={`/draws/${id}`}>
      <Time {...time} />
    </Opens>
  );
}

/** The time of what a request has changed, which opens the request. */
export function RequestLink({ id, ...time }: MomentProps) {
  return (
    <Opens to={`/requests/${id}`}>
      <Time {...time} />
    </Opens>
  );
}
