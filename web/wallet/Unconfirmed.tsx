import { useHere } from '#web/session/session.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words } from '#web/words/en/wallet.ts';

/** Says that no money can move before the phone is confirmed, with a link to do so and return here. */
export function Unconfirmed() {
  const here = useHere();
  return (
    <Notice tone="warning" title={words.unconfirmed.title}>
      <p>{words.unconfirmed.text}</p>
      <p>
        <ButtonLink to="/auth/confirm" state={{ from: here }} size="s">
          {words.unconfirmed.action}
        </ButtonLink>
      </p>
    </Notice>
  );
}
