import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { readDraft } from '#console/api/drafts.ts';
import { useMe } from '#console/api/session-state.ts';
import { inOneLine } from '#console/values/text.ts';
import { words } from '#console/words/en/sheet.ts';
import { isTyped, missingOf } from './act.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { Button } from './Button.tsx';
import { unmetOf } from './Check.tsx';
import { Demands, type Demand } from './Demands.tsx';
import { Facts, type Fact } from './Facts.tsx';
import { TextArea, TextField } from './Fields.tsx';
import { Keys } from './Keys.tsx';
import { useKeys } from './keys.ts';
import { Modal } from './Modal.tsx';
import { Problem } from './Problem.tsx';
import { Sheet } from './Sheet.tsx';
import styles from './Sheet.module.css';
import { Note, Tag } from './Status.tsx';
import { useDraft } from './useDraft.ts';

interface ActSheetProps {
  /** A sheet that is there is open, if nothing else is said. */
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  /** *Ask: decide this payment by hand* */
  readonly title: string;
  /** Whether somebody else has to approve it. */
  readonly needsTwo?: boolean;
  /** The subject, and the next step, in a sentence or two. */
  readonly intro?: ReactNode;
  /** Fields of its own, such as the result of a payment. */
  readonly children?: ReactNode;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** The people whom it affects, the roles that may approve, and other useful facts. */
  readonly facts?: readonly (Fact | null | false)[];
  /** Set where the reason is stored shorter than usual. */
  readonly longestReason?: number;
  /** The text to type as confirmation: the amount, the time or the name. */
  readonly typed?: { readonly label: string; readonly value: string } | undefined;
  /** Other preconditions. The reason and the typed text are added to them. */
  readonly demands?: readonly Demand[];
  /** The text of the button, if it is not *Sign with passkey and ask* or *Do it*. */
  readonly button?: string;
  /** Filled red: the act is dangerous. */
  readonly danger?: boolean;
  /** Placed beside the button: until when the request waits. */
  readonly ends?: ReactNode;
  /** The act, of `useAct`. */
  readonly act: { readonly step: 'idle' | 'sending' | 'signing'; readonly error: unknown; readonly draft: string };
  /** Called when all demands are met and the button was pressed. */
  readonly onSign: (filled: { readonly reason: string }) => void;
}

/**
 * The sheet of a dangerous act: the current and the requested values, whom it affects, a reason, a confirmation to
 * type, and the list of demands. The button stays grey until all are met. Enter does nothing here.
 */
export function ActSheet(props: ActSheetProps) {
  return (
    <Modal shape="sheet" isOpen={props.isOpen ?? true} onClose={props.onClose} label={props.title}>
      <Content {...props} />
    </Modal>
  );
}

/** The least number of characters of a reason; the server has the same. */
const leastReason = 3;

function Content({
  onClose,
  title,
  needsTwo = false,
  intro,
  children,
  before,
  after,
  facts,
  longestReason,
  typed,
  demands = [],
  button,
  danger = false,
  ends,
  act,
  onSign,
}: ActSheetProps) {
  const { demo } = useMe();
  useKeys([{ keys: 'Escape', says: words.leaves, run: onClose, foot: true }]);
  const [reason, setReason] = useDraft(act.draft, 'reason', '');
  const [wasKept] = useState(() => Object.keys(readDraft(act.draft)).length > 0);
  const [text, setText] = useState('');
  const missing = leastReason - reason.trim().length;
  const missingText = typed ? missingOf(text, typed.value) : null;
  const all: readonly Demand[] = [
    ...demands,
    {
      says: words.reasonGiven(leastReason),
      isMet: missing <= 0,
      note: missing > 0 && missing < leastReason && words.moreLetters(missing),
    },
    ...(typed ? [{ says: words.typedInFull(typed.label), isMet: isTyped(text, typed.value) }] : []),
  ];
  const isReady = all.every(({ isMet }) => isMet) && act.step === 'idle';
  const usual = needsTwo ? (demo ? words.ask : words.signAndAsk) : words.doIt;
  return (
    <Sheet
      title={title}
      beside={
        <>
          {needsTwo && <Tag>{words.needsTwo}</Tag>}
          <span className="grow" />
          <Keys of="Escape" />
        </>
      }
      acts={
        <>
          <Button
            kind={danger ? 'danger' : 'act'}
            size="large"
            isOff={!isReady}
            onPress={() => onSign({ reason: inOneLine(reason) })}
          >
            {act.step === 'signing' ? words.signing : act.step === 'sending' ? words.sending : (button ?? usual)}
          </Button>
          {ends && <span className={`${styles.ends} small quiet`}>{ends}</span>}
        </>
      }
      leave={words.leave}
      onClose={onClose}
      onKeyDown={ignoreEnter}
    >
      {wasKept && <Note>{words.wasKept}</Note>}
      {intro && <p>{intro}</p>}
      {children}
      {before !== undefined && <BeforeAfter before={before} after={after} />}
      {facts && (
        <div className="small">
          <Facts of={facts} />
        </div>
      )}
      <TextArea
        label={words.reason}
        value={reason}
        onChange={setReason}
        {...(longestReason !== undefined && { maxLength: longestReason })}
      />
      {typed && (
        <TextField
          label={typed.label}
          value={text}
          onChange={setText}
          width={200}
          autoComplete="off"
          note={
            isTyped(text, typed.value)
              ? words.asAsked
              : missingText === null
                ? words.mustRead(typed.value)
                : words.moreLetters(missingText)
          }
        />
      )}
      <Demands of={all} />
      {act.error !== null && <Problem error={act.error} text={unmetOf(act.error)} />}
    </Sheet>
  );
}

/** A dangerous button is reached by Tab and pressed by Space, or by the pointer. Enter only adds lines to a reason. */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}
