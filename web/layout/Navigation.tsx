import { useLocation } from 'wouter';
import { useSession } from '#web/session/session.ts';
import { Link } from '#ui/Link.tsx';
import { words } from '#web/words/en/layout.ts';

const entries = [
  { to: '/', label: words.start },
  { to: '/results', label: words.results },
  { to: '/my-bets', label: words.myBets, isPrivate: true },
  { to: '/my-wallet', label: words.myWallet, isPrivate: true },
  { to: '/history', label: words.history, isPrivate: true },
  { to: '/about', label: words.about },
] as const;

interface NavigationProps {
  label: string;
  className: string | undefined;
  onNavigate?: () => void;
}

/** The same entries in header, drawer and footer; the private ones only for a client. */
export function Navigation({ label, className, onNavigate }: NavigationProps) {
  const { signedIn } = useSession();
  const [pathname] = useLocation();
  const shown = entries.filter((entry) => signedIn || !('isPrivate' in entry));
  return (
    <nav aria-label={label} className={className}>
      {shown.map(({ to, label: entry }) => (
        <Link key={to} to={to} aria-current={isWithin(pathname, to) ? 'page' : undefined} onClick={onNavigate}>
          {entry}
        </Link>
      ))}
    </nav>
  );
}

/** Every path starts with `/`, so the home page has to match exactly. */
function isWithin(pathname: string, page: string): boolean {
  return pathname === page || (page !== '/' && pathname.startsWith(`${page}/`));
}
