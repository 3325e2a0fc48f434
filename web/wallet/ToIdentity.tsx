import { ButtonLink } from '#ui/Button.tsx';
import { words } from '#web/words/en/wallet.ts';

/** The way to the document that lets a refused payment pass. */
export function ToIdentity() {
  return (
    <ButtonLink to="/profile#identity" variant="secondary" block>
      {words.form.showDocument}
    </ButtonLink>
  );
}
