import { listShiftNotes, takeShiftNote, writeShiftNote } from '#contract/calls/operator/shift-notes.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useApi } from '#console/api/queries.ts';
import { Screen } from '#console/frame/Screen.tsx';
import { Button } from '#console/kit/Button.tsx';
import { Empty } from '#console/kit/Empty.tsx';
import { TextArea } from '#console/kit/Fields.tsx';
import { Panel, Scroll } from '#console/kit/Panel.tsx';
import { NoAnswer, Problem } from '#console/kit/Problem.tsx';
import { Status } from '#console/kit/Status.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { useDraft } from '#console/kit/useDraft.ts';
import { inOneLine } from '#console/values/text.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/inbox.ts';
import styles from './ShiftNotes.module.css';

const everyMs = 15_000;

type Note = OperatorAnswer<typeof listShiftNotes>['data'][number];

/** Notes for the next shift: one operator writes them, and another takes them over. */
export default function ShiftNotes() {
  const { shift } = words;
  const [text, setText] = useDraft(writeShiftNote, 'text', '');
  const query = useApi(listShiftNotes, {}, { refetchInterval: everyMs });
  const write = useAct(writeShiftNote, { done: () => ({ says: shift.written }), onDone: () => setText('') });
  const take = useAct(takeShiftNote, { done: () => ({ says: shift.taken }) });
  return (
    <Screen title={shift.title}>
      <Panel fills title={shift.listLabel}>
        <div className={styles.write}>
          <TextArea label={shift.write} value={text} onChange={setText} maxLength={1_000} />
          <div className="row">
            <span className="small quiet grow">{shift.hint}</span>
            <Button
              kind="act"
              writes
              isOff={text.trim() === '' || write.step !== 'idle'}
              onPress={() => void write.run({ body: { text: inOneLine(text) } })}
            >
              {shift.leave}
            </Button>
          </div>
          {write.error !== null && <Problem error={write.error} />}
        </div>
        <Scroll>
          {take.error !== null && <Problem error={take.error} />}
          <NoAnswer of={query} />
          {query.data?.data.length === 0 && <Empty says={shift.none} />}
          {query.data?.data.map((note) => (
            <OneNote
              key={note.id}
              of={note}
              isOff={take.step !== 'idle'}
              onTake={() => void take.run({ params: { id: note.id } })}
            />
          ))}
        </Scroll>
      </Panel>
    </Screen>
  );
}

interface OneNoteProps {
  readonly of: Note;
  readonly isOff: boolean;
  readonly onTake: () => void;
}

function OneNote({ of: { text, writtenBy, at, own, takenBy, takenAt }, isOff, onTake }: OneNoteProps) {
  const { shift } = words;
  return (
    <article className={styles.note}>
      <div className="row small quiet">
        <span className="grow">
          <b>{writtenBy}</b>, <Time at={at} show="full" />
        </span>
        {takenBy !== null && (
          <Status is="ok">
            {shift.takenBy(takenBy)} <Time at={takenAt!} />
          </Status>
        )}
        {takenBy === null && own && <Status is="wait">{shift.waits}</Status>}
        {takenBy === null && !own && (
          <Button size="head" writes isOff={isOff} onPress={onTake}>
            {shift.take}
          </Button>
        )}
      </div>
      {text}
    </article>
  );
}
