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
