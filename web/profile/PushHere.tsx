import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endPush } from '#contract/calls/notices.ts';
import { useAction } from '#web/api/actions.ts';
import { Failure } from '#web/api/Failure.tsx';
import { explainPush } from '#web/api/explain-push.ts';
import { endHere, findHere, readPushSupport, subscribeHere, type SubscribedBrowser } from '#web/api/push.ts';
import { refresh } from '#web/api/queries.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { words as allWords } from '#web/words/en/notices.ts';
import styles from './Notices.module.css';

const words = allWords.push;

interface PushHereProps {
  /** The site's public key for push messages, in base64url. */
  pushKey: string;
  /** All that the client is pushed to. */
  browsers: readonly SubscribedBrowser[];
}

/** Switches push on and off for this device, and off for the others. */
export function PushHere({ pushKey, browsers }: PushHereProps) {
  // Undefined until it is known.
  const [here, setHere] = useState<SubscribedBrowser | null | undefined>();
  useEffect(() => {
    findHere(browsers).then(setHere, () => setHere(null));
  }, [browsers]);
  const others = browsers.filter(({ id }) => id !== here?.id);
  return (
    <section>
      <ul className={styles.devices}>
        <ThisDevice pushKey={pushKey} here={here} />
        {here !== undefined && others.map((browser) => <OtherDevice key={browser.id} browser={browser} />)}
      </ul>
    </section>
  );
}

function ThisDevice({ pushKey, here }: { pushKey: string; here: SubscribedBrowser | null | undefined }) {
  const turn = useMutation<boolean | void>({
    networkMode: 'always',
    mutationFn: () => (here ? endHere(here.id) : subscribeHere(pushKey)),
    onSettled: () => refresh('auth'),
  });
  // The player has answered the browser's question, so its support is read again.
  const support = readPushSupport();
  if (support !== 'ready') {
    return (
      <li>
        <Notice>{words.support[support]}</Notice>
      </li>
    );
  }
  return (
    <li>
      <span>
        <b>{words.here}</b>
        <small role="status">{here === undefined ? '' : here ? words.isOn : words.isOff}</small>
        {turn.error && (
          <Notice tone="error" title={explainPush(turn.error).title}>
            {explainPush(turn.error).text}
          </Notice>
        )}
      </span>
      <Button
        variant="secondary"
        size="s"
        aria-label={here ? words.turnOffOf(words.here) : words.turnOnOf(words.here)}
        pending={turn.isPending}
        disabled={here === undefined}
        onClick={() => turn.mutate()}
      >
        {here ? words.turnOff : words.turnOn}
      </Button>
    </li>
  );
}

function OtherDevice({ browser: { id, name, since } }: { browser: SubscribedBrowser }) {
  const end = useAction(endPush, { refresh: ['auth'] });
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>
          {words.since} <DateTime at={since} />
        </small>
        {end.error && <Failure error={end.error} />}
      </span>
      <Button
        variant="ghost"
        size="s"
        aria-label={words.turnOffOf(name)}
        pending={end.isPending}
        onClick={() => end.mutate({ params: { id } })}
      >
        {words.turnOff}
      </Button>
    </li>
  );
}
