import { listOutbox } from '#contract/calls/messages.ts';
import { useApi } from '#web/api/queries.ts';
import { Button } from '#ui/Button.tsx';
import { DateTime } from '#web/values/DateTime.tsx';
import { Icon } from '#ui/Icon.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/codes.ts';
import styles from './Codes.module.css';
import { codeIn } from './oneTimeCode.ts';

const askAgainAfter = 3_000;
/** An older code is no longer valid. */
const shownAtMost = 1;

interface DemoInboxProps {
  /** A phone or an e-mail address. */
  to: string;
  onCode?: (code: string) => void;
}

/** The last message of a site in demo mode. In production the call does not exist. */
export function useInbox(to: string) {
  return useApi(
    listOutbox,
    { query: { to } },
    {
      refetchInterval: (query) => (query.state.error ? false : askAgainAfter),
      select: ({ data }) => data.slice(0, shownAtMost),
    },
  );
}

/** Shows the last message of a site in demo mode, which sends no SMS: above the field of its code, and over nothing. */
export function DemoInbox({ to, onCode }: DemoInboxProps) {
  const inbox = useInbox(to);
  if (!inbox.data) return null;
  return (
    <section className={styles.inbox} aria-labelledby="demo-inbox">
      <div className={styles.head}>
        <Icon path={moreIcons.mail} size={20} />
        <h2 id="demo-inbox">{words.inbox.title}</h2>
        <p>{words.inbox.text}</p>
      </div>
      <ol className={styles.messages} aria-live="polite">
        {inbox.data.map((message) => (
          <li key={message.sentAt + message.text} className={styles.message}>
            <span>
              {message.text} <DateTime at={message.sentAt} show="time" />
            </span>
            <UseCode text={message.text} onCode={onCode} />
          </li>
        ))}
        {inbox.data.length === 0 && <li className={styles.message}>{words.inbox.waiting}</li>}
      </ol>
    </section>
  );
}

function UseCode({ text, onCode }: { text: string; onCode: DemoInboxProps['onCode'] }) {
  const code = codeIn(text);
  if (code === null || !onCode) return null;
  return (
    <Button variant="strong" size="s" onClick={() => onCode(code)}>
      {words.inbox.use(code)}
    </Button>
  );
}
