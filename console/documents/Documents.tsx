import {
  decideIdentityCheck,
  getIdentityCheck,
  getIdentityImage,
  listIdentityChecks,
} from '#contract/calls/operator/documents.ts';
import { addressOf } from '#console/api/call.ts';
import { useApi } from '#console/api/queries.ts';
import { useMay } from '#console/api/useMay.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { Facts, mono } from '#console/kit/Facts.tsx';
import { ListPanel } from '#console/kit/ListPanel.tsx';
import { useDraft } from '#console/kit/useDraft.ts';
import { Choice, TextField } from '#console/kit/Fields.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { OneAct } from '#console/kit/OneAct.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { Scroll } from '#console/kit/Panel.tsx';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { SheetButton } from '#console/kit/SheetButton.tsx';
import { Note, Status } from '#console/kit/Status.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList } from '#console/kit/useList.ts';
import { formatDay } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { codeName } from '#console/values/names.ts';
import { words } from '#console/words/en/documents.ts';
import styles from './Documents.module.css';

/** The queue of identity documents, the oldest first; one open beside with its pictures. */
export default function Documents() {
  const { open } = useAddress();
  const list = useList(listIdentityChecks, { query: {} }, { every: 30_000 });
  return (
    <Screen title={words.title} views={[{ name: words.waiting, search: '' }]} heard={list}>
      <ListPanel
        title={words.waiting}
        beside={open === null ? null : <OpenDocument key={open} id={open} />}
        label={words.title}
        list={list}
        empty={<Empty says={words.none} />}
        fold={['type', 'player', 'country', 'sent']}
        columns={[
          { key: 'sent', time: (row) => row.submittedAt, show: 'full', width: 150 },
          {
            key: 'player',
            folded: (row) => `#${row.clientId}`,
            cell: (row) => row.clientId,
            align: 'right',
            width: 90,
          },
          { key: 'type', cell: (row) => words.types[row.type] },
          { key: 'country', cell: (row) => row.country, width: 90 },
        ]}
      />
    </Screen>
  );
}

/** A document that is open beside a list, with its pictures. */
export function OpenDocument({ id }: { readonly id: string }) {
  const mayDecide = useMay('decideIdentityCheck');
  // Each look is recorded.
  const query = useApi(
    getIdentityCheck,
    { params: { id } },
    { staleTime: Infinity, refetchOnWindowFocus: false, select: ({ data }) => data },
  );
  const check = query.data;
  const { facts } = words;
  if (!check) {
    return (
      <OpenPanel title={words.title}>
        <NoAnswer of={query} />
      </OpenPanel>
    );
  }
  const { client } = check;
  return (
    <OpenPanel
      title={words.opened(check.clientId)}
      beside={<Status is={check.status === 'waiting' ? 'wait' : 'ok'}>{codeName('document', check.status)}</Status>}
      end={
        <SheetButton
          when={check.status === 'waiting'}
          kind="act"
          size="head"
          keys="d"
          isOff={!mayDecide}
          why={mayDecide ? undefined : words.only}
          sheet={(close) => (
            <Decide id={id} born={client.birthDate} isMatched={check.matches.length > 0} onClose={close} />
          )}
        >
          {words.decide}
        </SheetButton>
      }
    >
      <Scroll>
        <div className="body stack">
          <Facts
            of={[
              [words.columns.type, `${words.types[check.type]}, ${check.country}`],
              [facts.number, mono(check.number)],
              [facts.valid, formatDay(check.expiresOn)],
              [
                facts.says,
                <Opens key="player" to={`/players/${check.clientId}`}>
                  {client.firstName} {client.lastName}
                </Opens>,
              ],
              [facts.born, formatDay(client.birthDate)],
              [facts.matches, check.matches.length === 0 ? facts.noMatch : check.matches.join(', ')],
              check.decidedAt !== null && [
                facts.decided,
                <span key="decided">
                  <Time at={check.decidedAt} show="full" /> · {check.decidedBy}
                  {check.reason && ` · ${check.reason}`}
                </span>,
              ],
            ]}
          />
          {check.sides.map((side) => (
            <figure key={side}>
              <figcaption className="small quiet">{words.sides[side]}</figcaption>
              <img
                className={styles.picture}
                src={addressOf(getIdentityImage, { params: { id, side } })}
                alt={words.picture(words.sides[side])}
              />
            </figure>
          ))}
          <Note>{words.recorded}</Note>
        </div>
      </Scroll>
    </OpenPanel>
  );
}

interface DecideProps {
  readonly id: string;
  /** The player's own statement. */
  readonly born: string;
  readonly isMatched: boolean;
  readonly onClose: () => void;
}

function Decide({ id, born, isMatched, onClose }: DecideProps) {
  const { sheet } = words;
  const [decision, setDecision] = useDraft<'accept' | 'refuse'>(decideIdentityCheck, 'decision', 'accept');
  const [birthDate, setBirthDate] = useDraft(decideIdentityCheck, 'birthDate', '');
  const [other, setOther] = useDraft<'other' | 'same'>(decideIdentityCheck, 'other', 'same');
  const isAccepting = decision === 'accept';
  return (
    <OneAct
      made={decideIdentityCheck}
      input={(reason) => ({
        params: { id },
        body: isAccepting
          ? { decision, reason, birthDate, otherPerson: isMatched && other === 'other' }
          : { decision, reason },
      })}
      done={({ data }) => words.outcomes[data.outcome]}
      onClose={onClose}
      title={sheet.title}
      intro={isAccepting ? sheet.intro : sheet.refuseReason}
      button={sheet.do}
      danger={!isAccepting}
      demands={isAccepting ? [{ says: sheet.born, isMet: birthDate !== '' }] : []}
      {...(isAccepting && { before: formatDay(born), after: birthDate === '' ? '–' : formatDay(birthDate) })}
    >
      <Choice
        label={sheet.decision}
        value={decision}
        onChange={setDecision}
        options={[
          { value: 'accept', label: sheet.accept },
          { value: 'refuse', label: sheet.refuse },
        ]}
      />
      {isAccepting && (
        <TextField label={sheet.birthDate} type="date" value={birthDate} onChange={setBirthDate} width={180} />
      )}
      {isAccepting && isMatched && (
        <Choice
          label={sheet.other}
          value={other}
          onChange={setOther}
          options={[
            { value: 'same', label: sheet.maybeSame },
            { value: 'other', label: sheet.isOther },
          ]}
        />
      )}
    </OneAct>
  );
}
