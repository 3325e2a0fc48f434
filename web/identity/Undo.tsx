import { useState } from 'react';
import { undoChange } from '#contract/calls/undo.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useAction } from '#web/api/actions.ts';
import { Page } from '#web/layout/Page.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words } from '#web/words/en/undo.ts';
import styles from './Undo.module.css';

/** The token is behind `#`, so it reaches no server and no log before the button is pressed. */
function readLink(): string | null {
  return /^#([\w-]{22})$/.exec(location.hash)?.[1] ?? null;
}

/** Undoes a change of the account. Nothing happens before the button: a preview of the link must not undo anything. */
export default function Undo() {
  // The prerendered page is that of a complete link.
  const [token] = useState(() => (import.meta.env.SSR ? '' : readLink()));
  const undo = useAction(undoChange, {
    // The link is used up, and would stay in the history.
    onSuccess: () => history.replaceState(history.state, '', location.pathname),
  });
  if (undo.isSuccess) return <Done />;
  if (token === null) return <NoLink />;
  return (
    <Page title={words.title} lead={words.lead} width="narrow">
      <Card surface="well" className={styles.card}>
        <p>{words.does}</p>
        <ul>
          {words.effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
        {undo.error && <Failure error={undo.error} />}
        <Button size="l" block pending={undo.isPending} onClick={() => undo.mutate({ body: { token } })}>
          {words.undo}
        </Button>
        <p>{words.was}</p>
      </Card>
    </Page>
  );
}

function Done() {
  const { title, text, next, steps } = words.done;
  return (
    <Page title={title} width="narrow">
      <Card surface="well" className={styles.card}>
        <div tabIndex={-1} ref={focusIt}>
          <Notice tone="success">
            <p>{text}</p>
          </Notice>
        </div>
        <h2>{next}</h2>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <WaysOn />
      </Card>
    </Page>
  );
}

function NoLink() {
  return (
    <Page title={words.title} width="narrow">
      <Card surface="well" className={styles.card}>
        <Notice tone="warning" title={words.none.title}>
          <p>{words.none.text}</p>
        </Notice>
        <p>{words.none.otherwise}</p>
        <WaysOn />
      </Card>
    </Page>
  );
}

function WaysOn() {
  return (
    <div className={styles.ways}>
      <ButtonLink to="/auth/forgot" size="l">
        {words.done.password}
      </ButtonLink>
      <ButtonLink to="/about#contact" variant="secondary" size="l">
        {words.done.contact}
      </ButtonLink>
    </div>
  );
}

/** The button that had the focus is gone, so the focus moves here, and the text is read out. */
function focusIt(element: HTMLElement | null) {
  element?.focus();
}
