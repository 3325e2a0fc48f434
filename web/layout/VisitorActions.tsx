import { useLocation } from 'wouter';
import { isAuthPage, signInPath } from '#web/session/session.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { words } from '#web/words/en/layout.ts';

interface VisitorActionsProps {
  className?: string | undefined;
  block?: boolean;
}

/** The links to sign up and to sign in, each hidden on its own page. */
export function VisitorActions({ className, block = false }: VisitorActionsProps) {
  const [pathname] = useLocation();
  if (isAuthPage(pathname)) return null;
  // In the header as high as a client's buttons: what is below does not move when the prerendered page finds a client.
  const size = block ? 'm' : 's';
  return (
    <div className={className}>
      <ButtonLink to="/auth/signup" variant="ghost" size={size} block={block}>
        {words.signUp}
      </ButtonLink>
      {/* The page has the one way forward. */}
      <ButtonLink to={signInPath} variant="secondary" size={size} block={block}>
        {words.signIn}
      </ButtonLink>
    </div>
  );
}
