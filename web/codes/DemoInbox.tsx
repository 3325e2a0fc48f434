import { listOutbox } from '#contract/calls/messages.ts';
import { useApi } from '#web/api/queries.ts';
import { Button } from '#ui/Button.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Icon } from '#ui/Icon.tsx';
import { words } from '#web/words/en/codes.ts';
import styles from './Codes.module.css';
import { codeIn } from './oneTimeCode.ts';

const askAgainAfter = 3_000;
const shownAtMost = 2;

interface DemoInboxProps {
  /** A phone or an e-mail address. */
  to: string;
  onCode?: (code: string) => void;
}

/** Shows the messages of a site in demo mode, which sends no SMS. In production the call does not exist. */
export function DemoInbox({ to, onCode }: DemoInboxProps) {
  const inbox = useApi(
    listOutbox,
    { query: { to } },
    {
      refetchInterval: (query) => (query.state.error ? false : askAgainAfter),
      select: ({ data }) => data.slice(0, shownAtMost),
    },
  );
  if (!inbox.data) return null;
  return (
    <section className={styles.inbox} aria-labelledby="demo-inbox">
      <h2 id="demo-inbox">
        <Icon name="mail" />
        {words.inbox.title}
      </h2>
      <p>{inbox.data.length > 0 ? words.inbox.text : words.inbox.waiting}</p>
      <ol className={styles.messages} aria-live="polite">
        {inbox.data.map((message) => (
          <li key={message.sentAt + message.text} className={styles.message}>
            <DateTime at={message.sentAt} />
            <span>{message.text}</span>
            <UseCode text={message.text} onCode={onCode} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function UseCode({ text, onCode }: { text: string; onCode: DemoInboxProps['onCode'] }) {
  const code = codeIn(text);
  if (code === null || !onCode) return null;
  return (
    <Button variant="secondary" size="s" onClick={() => onCode(code)}>
      {words.inbox.use(code)}
    </Button>
  );
}
