import { LogOut } from '#web/session/LogOut.tsx';
import { IconButton, IconLink } from '#ui/IconButton.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/layout.ts';

/** At the end of a wide header. */
export default function ClientActions() {
  return (
    <>
      <IconLink icon={moreIcons.user} label={words.profile} to="/profile" />
      <LogOut>{(logOut) => <IconButton icon={moreIcons.logOut} label={words.logOut} onClick={logOut} />}</LogOut>
    </>
  );
}
