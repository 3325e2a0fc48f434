import { Opens } from './Figure.tsx';

/** The screen of each kind of subject. */
const screens: Readonly<Record<string, string>> = { client: '/players', draw: '/draws', payment: '/payments' };

/** The address of what an act is about; null where it has no screen. @param subject such as `client 42` */
export function screenOf(subject: string): string | null {
  const [kind = '', id = ''] = subject.split(' ');
  const screen = screens[kind];
  return screen === undefined || id === '' ? null : `${screen}/${id}`;
}

/** What an act is about, as the API names it. It leads to its screen, where it has one. */
export function Subject({ of: subject }: { readonly of: string }) {
  const [kind = '', id = ''] = subject.split(' ');
  const shown = (
    <span className="mono" title={subject}>
      {id.length > 20 ? `${kind} ${id.slice(0, 8)}…` : subject}
    </span>
  );
  const screen = screenOf(subject);
  return screen === null ? shown : <Opens to={screen}>{shown}</Opens>;
}
