import { NavLink } from 'react-router';
import { useSession } from '../session/session.ts';
import { words } from '../words/en/layout.ts';

const entries = [
  { to: '/', label: words.play },
  { to: '/results', label: words.results },
  { to: '/about', label: words.about },
  { to: '/my-bets', label: words.myBets, isPrivate: true },
  { to: '/my-wallet', label: words.myWallet, isPrivate: true },
  { to: '/history', label: words.history, isPrivate: true },
] as const;

interface NavigationProps {
  label: string;
  className: string | undefined;
  onNavigate?: () => void;
}

/** The same entries in header, drawer and footer; the private ones only for a client. */
export function Navigation({ label, className, onNavigate }: NavigationProps) {
  const { signedIn } = useSession();
  const shown = entries.filter((entry) => signedIn || !('isPrivate' in entry));
  return (
    <nav aria-label={label} className={className}>
      {shown.map(({ to, label: entry }) => (
        <NavLink key={to} to={to} end={to === '/'} onClick={onNavigate}>
          {entry}
        </NavLink>
      ))}
    </nav>
  );
}
