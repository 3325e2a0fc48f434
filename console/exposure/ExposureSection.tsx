import { useMay } from '#console/api/useMay.ts';
import { LinkButton } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { words } from '#console/words/en/exposure.ts';
import { useExposure } from './exposure-data.ts';
import styles from './Exposure.module.css';
import { Freshness } from './Freshness.tsx';
import { ByType, KeptFacts, WorstTable } from './Parts.tsx';
import { ExposureFigures } from './Figures.tsx';

/** What a draw may have to pay, as a part of the draw; nothing without access to exposure. */
export function ExposureSection({ id }: { readonly id: string }) {
  const sees = useMay('getExposure');
  return sees ? <Seen id={id} /> : null;
}

function Seen({ id }: { readonly id: string }) {
  const { data, error, refetch } = useExposure(id);
  const exposure = data?.data;
  return (
    <>
      <Section title={words.title} end={exposure && <Freshness of={exposure} />} bare>
        {!exposure && !error && <p className={styles.quiet}>{words.loading}</p>}
        {!exposure && error && <Problem error={error} what={words.failed} again={() => void refetch()} />}
        {exposure && exposure.tickets === 0 && <Empty says={words.empty} />}
        {exposure && exposure.tickets > 0 && (
          <>
            <div className={styles.wraps}>
              <ExposureFigures of={exposure} />
            </div>
            <ByType of={exposure} />
            <WorstTable of={exposure.worst} />
            <div className={styles.quiet}>
              <LinkButton to={`/exposure?open=${id}`}>{words.whole}</LinkButton>
            </div>
          </>
        )}
      </Section>
      {exposure?.kept && (
        <Section title={words.kept.title}>
          <KeptFacts of={exposure.kept} />
        </Section>
      )}
    </>
  );
}
