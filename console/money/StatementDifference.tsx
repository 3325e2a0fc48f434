import { useState } from 'react';
import {
  closeStatementDifference,
  getStatementDifference,
  matchStatementLine,
} from '#contract/calls/operator/statements.ts';
import { askProvider } from '#contract/calls/operator/payments.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import type { PaymentStatus } from '#contract/payments.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Button } from '#console/kit/Button.tsx';
import { Facts } from '#console/kit/Facts.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { Modal } from '#console/kit/Modal.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { OneAct } from '#console/kit/OneAct.tsx';
import { PaymentLink, PlayerLink } from '#console/kit/Subject.tsx';
import { RequestSheet } from '#console/kit/RequestSheet.tsx';
import { Sheet } from '#console/kit/Sheet.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { amount } from '#console/values/amounts.ts';
import { codeName, methodName, providerName } from '#console/values/names.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/statements.ts';
import styles from './Statements.module.css';

type Opened = OperatorAnswer<typeof getStatementDifference>['data'];

const says = words.sheet;

interface StatementDifferenceProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** One difference: both sides, what may be done about it, and a note that closes it. */
export function StatementDifference({ id, onClose }: StatementDifferenceProps) {
  const query = useApi(getStatementDifference, { params: { id: String(id) } }, { refetchInterval: 3_000 });
  const mayClose = useMay('closeStatementDifference');
  const one = query.data?.data;
  const mayDecide = useMay('decide_payment');
  const [isDeciding, setDeciding] = useState(false);
  if (one && isDeciding) return <Decide of={one} onClose={onClose} />;
  if (!one || !mayClose || one.state !== 'open') {
    const title = one ? words.kinds[one.kind] : words.differences.title;
    return (
      <Modal shape="sheet" isOpen onClose={onClose} label={title}>
        <Sheet title={title} leave={words.leave} onClose={onClose}>
          <NoAnswer of={query} />
          {one && <Sides of={one} />}
        </Sheet>
      </Modal>
    );
  }
  return (
    <OneAct
      made={closeStatementDifference}
      about={String(id)}
      input={(reason) => ({ params: { id: String(id) }, body: { reason } })}
      done={says.done}
      onClose={onClose}
      title={says.title(one.kind)}
      intro={says.intro}
      button={says.close}
    >
      <Sides of={one} />
      {one.payment !== null && (
        <div className="row">
          <Ask payment={one.payment} />
          {one.givenBack !== null && mayDecide && (
            <Button kind="opens danger" onPress={() => setDeciding(true)}>
              {says.resolve}
            </Button>
          )}
        </div>
      )}
      {one.kind === 'only_there' && <Suggestions of={one} />}
    </OneAct>
  );
}

/** Two operators book what was given back there, upon the line. */
function Decide({ of: { payment, ours, theirs, statement, line, at, givenBack }, onClose }: DecideProps) {
  const [seen] = useState(ours!.status as PaymentStatus);
  const isDeposit = ours!.direction === 'deposit';
  return (
    <RequestSheet
      kind="decide_payment"
      about={payment!}
      given={{ seen, status: isDeposit ? 'refunded' : 'reversed', ...(isDeposit && { refunded: givenBack! }) }}
      start={{
        evidence: [`${statement}/${line}`, at, theirs!.kind, `${theirs!.amount} ${theirs!.currency}`, theirs!.ref]
          .filter((part) => part !== null)
          .join(' '),
      }}
      facts={[[says.there, `${amount(givenBack)} XOF`]]}
      typed={amount(ours!.amount)}
      onClose={onClose}
    />
  );
}

interface DecideProps {
  readonly of: Opened;
  readonly onClose: () => void;
}

function Sides({
  of: { theirs, ours, payment, line, at, account, state, closedBy, closedAt, note },
}: {
  readonly of: Opened;
}) {
  return (
    <>
      {state === 'agrees' && <Note>{says.agrees}</Note>}
      <Facts
        of={[
          [
            says.there,
            theirs === null ? (
              says.nothing
            ) : (
              <span key="there">
                <b>
                  {amount(theirs.amount)} {theirs.currency}
                </b>
                {` · ${[
                  says.kinds[theirs.kind],
                  says.statuses[theirs.status],
                  theirs.fee === null ? null : says.fee(amount(theirs.fee)),
                  theirs.phoneEnd === null ? null : says.phone(theirs.phoneEnd),
                  theirs.ref,
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}`}
              </span>
            ),
          ],
          [
            says.here,
            ours === null ? (
              says.nothing
            ) : (
              <span key="here">
                <b>{amount(ours.amount)} XOF</b>
                {` · ${[
                  says.kinds[ours.direction === 'deposit' ? 'deposit' : 'payout'],
                  codeName('status', ours.status),
                  methodName(ours.method),
                  ours.account === account ? null : providerName(ours.account),
                ]
                  .filter((part) => part !== null)
                  .join(' · ')}`}
              </span>
            ),
          ],
          ours !== null && [words.differences.player, <PlayerLink key="player" id={ours.client} />],
          payment !== null && [says.payment, <PaymentLink key="payment" id={payment} />],
          line !== null && [words.differences.line, line],
          [words.form.names.at, <Time key="at" at={at} show="full" />],
          note !== null && [says.noted, note],
          closedBy !== null && [says.closed(closedBy), <Time key="closed" at={closedAt!} show="full" />],
        ]}
      />
    </>
  );
}

function Ask({ payment }: { readonly payment: string }) {
  const mayAsk = useMay('askProvider');
  const ask = useAct(askProvider, { about: payment, done: () => ({ says: says.asked }) });
  if (!mayAsk) return null;
  return (
    <div>
      <Button isOff={ask.step !== 'idle'} writes onPress={() => void ask.run({ params: { id: payment } })}>
        {says.ask}
      </Button>
      {ask.error !== null && <Problem error={ask.error} />}
    </div>
  );
}

function Suggestions({ of: { id, suggestions } }: { readonly of: Opened }) {
  const match = useAct(matchStatementLine, { about: String(id), done: () => ({ says: says.matched }) });
  if (suggestions.length === 0) return <p className="quiet">{says.suggestionsNone}</p>;
  return (
    <section>
      <b>{says.suggestions}</b>
      {suggestions.map((one) => (
        <div key={one.payment} className={styles.suggestion}>
          <Opens to={`/payments/${one.payment}`}>{says.suggestion(amount(one.amount), one.client)}</Opens>
          <span className="quiet">{methodName(one.method)}</span>
          <Time at={one.at} show="full" />
          <Status is="idle">{codeName('status', one.status)}</Status>
          <span className="grow" />
          <Button
            size="head"
            writes
            isOff={match.step !== 'idle'}
            onPress={() => void match.run({ params: { id: String(id) }, body: { payment: one.payment } })}
          >
            {says.match}
          </Button>
        </div>
      ))}
      {match.error !== null && <Problem error={match.error} />}
    </section>
  );
}
