import { Page } from '../layout/Page.tsx';
import { useWayBack } from '../session/session.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { words } from '../words/en/identity.ts';
import { DemoInbox } from './DemoInbox.tsx';
import styles from './Identity.module.css';

/**
 * After a sign-up that made no session: the message tells the phone's owner more, this page tells nobody whether there
 * is an account.
 */
export function MessageSent({ to }: { to: string }) {
  const wayBack = useWayBack();
  return (
    <Page title={words.sent.title} width="narrow">
      <Card className={styles.stack}>
        <p tabIndex={-1} ref={focusIt} className={styles.news}>
          {words.sent.text(to)}
        </p>
        <p className={styles.text}>{words.sent.already}</p>
        <div className={styles.ways}>
          <ButtonLink to="/auth/login" state={wayBack} block>
            {words.sent.signIn}
          </ButtonLink>
          <ButtonLink to="/auth/forgot" state={wayBack} variant="secondary" block>
            {words.sent.reset}
          </ButtonLink>
        </div>
      </Card>
      <DemoInbox to={to} />
    </Page>
  );
}

/** The form that had the focus is gone: this is where reading goes on. */
function focusIt(element: HTMLElement | null) {
  element?.focus();
}
