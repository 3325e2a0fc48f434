import { useLocation } from 'react-router';
import { isAuthPage, signInPath, signOut } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { IconButton, IconLink } from '../ui/IconButton.tsx';
import { words } from '../words/en/layout.ts';

/** Not on the pages they lead to. */
export function VisitorActions({ block = false }: { block?: boolean }) {
  const { pathname } = useLocation();
  if (isAuthPage(pathname)) return null;
  return (
    <>
      <ButtonLink to="/auth/signup" variant="ghost" block={block}>
        {words.signUp}
      </ButtonLink>
      <ButtonLink to={signInPath} block={block}>
        {words.signIn}
      </ButtonLink>
    </>
  );
}

export function ClientActions() {
  return (
    <>
      <IconLink icon="user" label={words.profile} to="/profile" />
      <IconButton icon="logOut" label={words.logOut} onClick={signOut} />
    </>
  );
}

/** The same in words, in a column. */
export function ClientActionColumn() {
  return (
    <>
      <ButtonLink to="/my-wallet?add=1" icon="plus" block>
        {words.addFunds}
      </ButtonLink>
      <ButtonLink to="/profile" variant="secondary" icon="user" block>
        {words.profile}
      </ButtonLink>
      <Button variant="ghost" icon="logOut" block onClick={signOut}>
        {words.logOut}
      </Button>
    </>
  );
}
