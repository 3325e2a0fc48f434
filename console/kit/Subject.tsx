import { Opens } from './Figure.tsx';

/** The screen of each kind of subject. */
const screens: Readonly<Record<string, string>> = { client: '/players', draw: '/draws', payment: '/payments' };

/** The address of what an act is about; null where it has no screen. @param subject such as `client 42` */
export function screenOf(subject: string): string | null {
  const [kind = '', id = ''] = subject.split(' ');
  const screen = screens[kind];
  return screen === undefined || id === '' ? null : `${screen}/${id}`;
}

/** `payment a8507ded…`, as long ids are written where there is no room. */
export function shortSubject(subject: string): string {
  const [kind = '', id = ''] = subject.split(' ');
  return id.length > 30 ? `${kind} ${id.slice(0, 8)}…` : subject;
}

/** What an act is about, as the API names it. It leads to its screen, where it has one. */
export function Subject({ of: subject }: { readonly of: string }) {
  const shown = (
    <span className="mono" title={subject}>
      {shortSubject(subject)}
    </span>
  );
  const screen = screenOf(subject);
  return screen === null ? shown : <Opens to={screen}>{shown}</Opens>;
}
