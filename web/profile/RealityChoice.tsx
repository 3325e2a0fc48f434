import { useState } from 'react';
import { getRealityCheck, realityCheckMinutes, setRealityCheck } from '#contract/calls/play-limits.ts';
import { useAction } from '#web/api/actions.ts';
import { explain } from '#web/api/explain.ts';
import { keepAnswer } from '#web/api/keep-answer.ts';
import { useApi } from '#web/api/queries.ts';
import { Notice } from '#ui/Notice.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { toast } from '#ui/toasts.ts';
import { words as allWords } from '#web/words/en/reality-check.ts';
import styles from './PlayLimits.module.css';

const words = allWords.choice;
const never = 'never';
const options = [
  { value: never, label: words.never },
  ...realityCheckMinutes.map((minutes) => ({ value: String(minutes), label: words.minutes(minutes) })),
];

/** The minutes of play after which the client wants a reality check. A choice shows at once, and goes back where it is refused. */
export function RealityChoice() {
  const { data } = useApi(getRealityCheck, {}, { select: (answer) => answer.data });
  const action = useAction(setRealityCheck, {
    // Two quick choices are sent one after the other, so that the second one stays.
    scope: { id: setRealityCheck.path },
    onSuccess: (answer, _input, _before, { client }) => {
      keepAnswer(client, getRealityCheck, answer);
      toast.success(words.saved);
    },
  });
  const saved = data && String(data.everyMinutes ?? never);
  // The last choice, until it is answered.
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = (value: string) => {
    setChosen(value);
    const everyMinutes = realityCheckMinutes.find((minutes) => String(minutes) === value) ?? null;
    action.mutate({ body: { everyMinutes } }, { onSettled: () => setChosen(null) });
  };
  return (
    <section className={styles.breaks}>
      <h4 className={styles.kind}>{words.title}</h4>
      <p className={styles.lead}>{words.lead}</p>
      <RadioCards label={words.howOften} value={chosen ?? saved ?? null} onChange={choose} options={options} />
      <div>
        <p role="status" className={styles.state}>
          {action.isPending && words.saving}
        </p>
        {action.error && (
          <Notice tone="error" title={words.notSaved}>
            {saved !== undefined && <p>{words.stays(options.find(({ value }) => value === saved)!.label)}</p>}
            <p>{explain(action.error).text}</p>
          </Notice>
        )}
      </div>
    </section>
  );
}
