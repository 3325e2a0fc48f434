import { useState } from 'react';
import { verifyDraw } from '#contract/calls/operator/draws.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { useNow } from '#console/clock/clock.ts';
import { KeptFacts } from '#console/exposure/Parts.tsx';
import { useExposure } from '#console/exposure/exposure-data.ts';
import { Button } from '#console/kit/Button.tsx';
import { Facts, type Fact } from '#console/kit/Facts.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { Hash } from '#console/kit/Hash.tsx';
import { Panel, Scroll, Section } from '#console/kit/Panel.tsx';
import { Problem } from '#console/kit/Problem.tsx';
import { Note, Status, type Tone } from '#console/kit/Status.tsx';
import { amount } from '#console/values/amounts.ts';
import { Time } from '#console/values/Time.tsx';
import { formatClock, formatSpan, formatTime } from '#console/values/time.ts';
import { words as stepNames } from '#console/words/en/draw-steps.ts';
import { words as drawWords } from '#console/words/en/draws.ts';
import { words as exposureWords } from '#console/words/en/exposure.ts';
import { words } from '#console/words/en/proof.ts';
import { stepAt, type OpenedDraw } from './late.tsx';
import styles from './Proof.module.css';

type Steps = OperatorAnswer<typeof verifyDraw>['data'];
type State = Steps[number]['state'];

/** Has a draw checked by the program of the players, and says in seven sentences what that proves; hashes and milliseconds beside it. */
export function Proof({ of: draw }: { readonly of: OpenedDraw }) {
  const { id, status } = draw;
  const check = useApi(verifyDraw, { params: { id } }, { refetchOnWindowFocus: false });
  // An earlier check proves nothing about the present.
  const steps = check.isFetching ? undefined : check.data?.data;
  const seesExposure = useMay('getExposure') && status !== 'void';
  const kept = useExposure(id, seesExposure).data?.data.kept;
  return (
    <div className="withSide">
      <Panel
        title={words.title}
        fills
        end={
          <Button size="head" keys="v" isOff={check.isFetching} onPress={() => void check.refetch()}>
            {words.again}
          </Button>
        }
      >
        <Scroll>
          <Section>
            {check.isFetching && <Progress tickets={draw.total.tickets} />}
            {check.error !== null && !check.isFetching && (
              <Problem error={check.error} again={() => void check.refetch()} />
            )}
            {steps && <Verdict of={steps} at={check.dataUpdatedAt} />}
          </Section>
          <ul className={styles.sentences}>
            {sentencesOf(draw, steps ?? []).map(({ says, proves, at, tone, why }) => (
              <li key={says}>
                <Status is={check.isFetching && tone === 'idle' ? 'run' : tone}>
                  <b>{says}</b>
                </Status>
                {at !== null && <Time at={at} />}
                {(why.length > 0 ? why : [proves]).map((sentence) => (
                  <p key={sentence} className="quiet">
                    {sentence}
                  </p>
                ))}
              </li>
            ))}
          </ul>
          {steps && (
            <Section>
              <Fold title={words.allSteps(steps.length)} name="proof-steps">
                <Facts
                  of={steps.map(({ name, state, sentence }) => [
                    <Status key={name} is={tones[state]}>
                      {words.names[name] ?? name}
                    </Status>,
                    sentence,
                  ])}
                />
              </Fold>
              <p className="quiet small">{words.elsewhere}</p>
            </Section>
          )}
        </Scroll>
      </Panel>
      <Panel fills>
        <Scroll>
          <Section>
            <Fold title={words.technical} name="technical">
              <Facts of={hashesOf(draw)} />
              <h3>{words.thousandths}</h3>
              <Facts
                of={draw.life.map(
                  ({ step, real }) =>
                    real !== null && [stepNames[step] ?? step, <Time key={step} at={real} show="thousandths" />],
                )}
              />
              {kept && (
                <>
                  <h3>{exposureWords.kept.title}</h3>
                  <KeptFacts of={kept} />
                </>
              )}
              <Button keys="c" onPress={() => void navigator.clipboard.writeText(recordOf(draw))}>
                {words.copyAll}
              </Button>
            </Fold>
          </Section>
        </Scroll>
      </Panel>
    </div>
  );
}

const tones: Readonly<Record<State, Tone>> = { passed: 'ok', failed: 'bad', pending: 'run', skipped: 'idle' };

/** The sum of the check. */
function Verdict({ of: steps, at }: { readonly of: Steps; readonly at: number }) {
  const count = (state: State) => steps.filter((step) => step.state === state).length;
  const [failed, pending, passed] = [count('failed'), count('pending'), count('passed')];
  const says = failed > 0 ? words.failed(failed) : pending > 0 ? words.open(pending) : words.passed(passed);
  return (
    <div role="status">
      <Note tone={failed > 0 ? 'bad' : pending > 0 ? 'plain' : 'ok'}>
        <strong>{says}</strong> {words.checkedAt(formatTime(at))}
      </Note>
    </div>
  );
}

/** How long the check takes so far. The server hashes each ticket and answers all steps at once. */
function Progress({ tickets }: { readonly tickets: number }) {
  const now = useNow();
  const [startedAt] = useState(now);
  return (
    <p role="status">
      {words.fetching(amount(tickets))} <span aria-hidden>{formatSpan(Math.max(0, now - startedAt))}</span>
    </p>
  );
}

interface Sentence {
  readonly says: string;
  /** The reason why it holds. */
  readonly proves: string;
  readonly at: string | null;
  readonly tone: Tone;
  /** The faults that were found, or why it cannot be checked yet. */
  readonly why: readonly string[];
}

/** The steps of the check that prove each sentence. */
const stepsOf = {
  terms: ['draw', 'operator', 'rules', 'commitment'],
  tickets: ['seal', 'seal-signature', 'seal-time', 'leaves', 'root'],
  chain: ['seal-chain'],
  random: ['seed', 'beacon', 'result'],
  shown: ['shown'],
} as const;

function sentencesOf(draw: OpenedDraw, steps: Steps): readonly Sentence[] {
  const { total, seal, sealBefore, sealAfter, dues, opinions } = draw;
  const says = words.sentences;
  const committedAt = stepAt(draw, 'committed');
  const drawnAt = stepAt(draw, 'drawn');
  const ahead = committedAt === null ? '' : formatSpan(Date.parse(draw.closesAt) - Date.parse(committedAt));
  const clockOf = (beside: typeof sealBefore) => (beside === null ? null : formatClock(beside.drawsAt));
  const byCheck = (name: keyof typeof stepsOf, proves: string, at: string | null): Sentence => {
    const own = steps.filter((step) => (stepsOf[name] as readonly string[]).includes(step.name));
    const bad = own.filter(({ state }) => state === 'failed');
    const open = own.filter(({ state }) => state === 'pending');
    const isRight = own.some(({ state }) => state === 'passed');
    const tone = bad.length > 0 ? 'bad' : open.length > 0 ? 'run' : isRight ? 'ok' : 'idle';
    return {
      says: says[name].says,
      proves,
      at,
      tone,
      why: [...new Set([...bad, ...open].map(({ sentence }) => sentence))],
    };
  };
  const shown = byCheck('shown', says.shown.proves, drawnAt);
  const { before, drawn, after } = opinions;
  const given = [before, drawn, after].filter((opinion) => opinion !== null);
  const differs = given.filter(({ agrees }) => !agrees);
  return [
    byCheck('terms', says.terms.proves(ahead), committedAt),
    byCheck('tickets', says.tickets.proves(total.tickets, amount(total.tickets)), stepAt(draw, 'sealed')),
    byCheck('chain', says.chain.proves(clockOf(sealBefore), clockOf(sealAfter)), null),
    byCheck('random', says.random.proves, drawnAt),
    drawnAt === null && shown.tone !== 'bad' ? isNotYet(shown.says, words.noResult) : shown,
    dues === null
      ? isNotYet(says.winnings.says, words.notCalculated)
      : {
          says: says.winnings.says,
          proves: says.winnings.proves(dues.owed, amount(dues.owed), amount(dues.owedAmount)),
          at: after?.at ?? null,
          tone: after === null ? 'idle' : after.agrees ? 'ok' : 'bad',
          why: after === null ? [words.notRun] : after.differs,
        },
    {
      says: differs.length > 0 ? says.check.differs : given.length > 0 ? says.check.agrees : says.check.notRun,
      proves: says.check.proves,
      at: given.at(-1)?.at ?? null,
      tone: differs.length > 0 ? 'bad' : before !== null && after !== null ? 'ok' : 'idle',
      why: seal === null ? [words.notYet] : differs.flatMap((opinion) => opinion.differs),
    },
  ];
}

/** A sentence about what has not happened yet. */
function isNotYet(says: string, why: string): Sentence {
  return { says, proves: '', at: null, tone: 'idle', why: [why] };
}

function hashesOf({ seal, sealBefore, sealAfter, status, record, rules, kind }: OpenedDraw): readonly (Fact | null)[] {
  const { facts } = words;
  const unsealed = status === 'void' ? words.neverSealed : words.notSealed;
  return [
    [facts.rules, `${rules}${kind === null ? '' : ` · ${drawWords.kind(kind)}`}`],
    [facts.commitment, <Hash key="commitment" of={record.commitment} />],
    [facts.signature, <Hash key="signature" of={record.signature} />],
    record.operatorKey === null ? null : [facts.operatorKey, <Hash key="key" of={record.operatorKey} />],
    [facts.seal, seal ? <Hash key="seal" of={seal.hash} /> : unsealed],
    seal && [facts.before, sealBefore ? <Neighbour key="before" of={sealBefore} /> : words.first],
    seal && [facts.after, sealAfter ? <Neighbour key="after" of={sealAfter} /> : words.none],
    seal && [facts.root, <Hash key="root" of={seal.root} />],
  ];
}

function Neighbour({ of: { hash, drawId, drawsAt } }: { readonly of: NonNullable<OpenedDraw['sealBefore']> }) {
  return (
    <Opens to={`/draws/${drawId}?view=proof`}>
      <Hash of={hash} /> · <Time at={drawsAt} show="time" />
    </Opens>
  );
}

/** All hashes and times in full, as text for a report or a colleague. */
function recordOf({ id, rules, record, seal, sealBefore, sealAfter, life }: OpenedDraw): string {
  return JSON.stringify({ draw: id, rules, record, seal, sealBefore, sealAfter, life }, null, 2);
}
