import { getRealityCheck, realityCheckMinutes, setRealityCheck } from '#contract/calls/play-limits.ts';
import { Failure } from '#web/api/Failure.tsx';
import { useAction } from '#web/api/actions.ts';
import { useApi } from '#web/api/queries.ts';
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

/** After how many minutes of play the client wants a reality check. */
export function RealityChoice() {
  const { data } = useApi(getRealityCheck, {}, { select: (answer) => answer.data });
  const action = useAction(setRealityCheck, { refresh: ['auth'], onSuccess: () => toast.success(words.saved) });
  const choose = (value: string) => {
    const everyMinutes = realityCheckMinutes.find((minutes) => String(minutes) === value) ?? null;
    action.mutate({ body: { everyMinutes } });
  };
  return (
    <section className={styles.breaks}>
      <h3 className={styles.kind}>{words.title}</h3>
      <p className={styles.lead}>{words.lead}</p>
      <RadioCards
        label={words.howOften}
        layout="grid"
        value={data ? String(data.everyMinutes ?? never) : null}
        onChange={choose}
        options={options}
      />
      {action.error && <Failure error={action.error} />}
    </section>
  );
}
