import { signOut } from '#web/session/signOut.ts';
import { IconButton, IconLink } from '#ui/IconButton.tsx';
import { words } from '#web/words/en/layout.ts';

/** At the end of a wide header. */
export default function ClientActions() {
  return (
    <>
      <IconLink icon="user" label={words.profile} to="/profile" />
      <IconButton icon="logOut" label={words.logOut} onClick={signOut} />
    </>
  );
}
