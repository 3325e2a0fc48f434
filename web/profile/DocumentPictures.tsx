import { useEffect, useRef, useState } from 'react';
import { sendIdentityImage, submitIdentity } from '#contract/calls/documents.ts';
import type { DocumentSide, IdentityStatus } from '#contract/documents.ts';
import { codeOf } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { refresh } from '#web/api/queries.ts';
import { upload } from '#web/api/upload.ts';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { withProof } from '#web/proof/withProof.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/identity-check.ts';
import styles from './PlayLimits.module.css';
import { NoPicture, scalePicture } from './scale-picture.ts';

type Check = NonNullable<IdentityStatus['check']>;

/** The photos of a draft, and the button that sends it to be checked. */
export function DocumentPictures({ check, onSubmitted }: { check: Check; onSubmitted: () => void }) {
  const submit = useProvenAction(submitIdentity, {
    refresh: ['auth'],
    onSuccess: () => {
      onSubmitted();
      toast.success(words.submitted);
    },
  });
  const isWhole = check.sides.every(({ sent }) => sent);
  const showsError = submit.error !== null && codeOf(submit.error) !== 'proof_needed';
  return (
    <div className={styles.part}>
      <p>
        <b>{words.ending(words.types[check.type], check.last4)}</b>
      </p>
      <p className={styles.lead}>{words.hints}</p>
      <div className={styles.pictures}>
        {check.sides.map(({ side, sent }) => (
          <Picture
            key={side}
            checkId={check.id}
            side={side}
            name={check.sides.length === 1 ? words.photoPage : words.sides[side]}
            wasSent={sent}
          />
        ))}
      </div>
      {showsError && (
        <Notice tone="error" title={explain(submit.error).title}>
          {explain(submit.error).text}
        </Notice>
      )}
      <Button
        block
        disabled={!isWhole}
        pending={submit.isPending}
        onClick={() => submit.mutate({ params: { id: check.id } })}
      >
        {words.submit}
      </Button>
    </div>
  );
}

type State =
  | { readonly is: 'none' | 'reading' | 'sent' }
  | { readonly is: 'sending'; readonly part: number }
  | { readonly is: 'failed'; readonly title: string; readonly text: string };

interface PictureProps {
  checkId: string;
  side: DocumentSide;
  name: string;
  /** Whether one is there already. */
  wasSent: boolean;
}

function Picture({ checkId, side, name, wasSent }: PictureProps) {
  const [state, setState] = useState<State>({ is: 'none' });
  const input = useRef<HTMLInputElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);

  async function take(file: File) {
    const { signal } = leaving;
    setState({ is: 'reading' });
    try {
      const picture = await scalePicture(file, canvas.current!);
      const onProgress = (part: number) => setState({ is: 'sending', part });
      onProgress(0);
      const params = { id: checkId, side };
      await withProof(() => upload(sendIdentityImage, { params }, picture, { signal, onProgress }));
      setState({ is: 'sent' });
      refresh('auth');
    } catch (error) {
      if (signal.aborted) return;
      if (codeOf(error) === 'proof_needed') return setState({ is: 'none' });
      setState({ is: 'failed', ...(error instanceof NoPicture ? words.noPicture : explain(error)) });
    }
  }

  const isBusy = state.is === 'reading' || state.is === 'sending';
  const hasPicture =
    state.is === 'sending' || state.is === 'sent' || (state.is === 'failed' && state.title !== words.noPicture.title);
  const isSent = state.is === 'sent' || (state.is === 'none' && wasSent);
  return (
    <div className={styles.picture}>
      <div className={styles.frame}>
        {/* The preview: a picture from memory would need an address that the page's policy refuses. */}
        <canvas ref={canvas} role="img" aria-label={words.preview(name)} hidden={!hasPicture} />
        {!hasPicture && <span>{wasSent ? words.sentBefore : words.noPhoto}</span>}
      </div>
      <p className={styles.state} role="status">
        {state.is === 'reading' && words.reading}
        {state.is === 'sending' && words.sending(Math.round(state.part * 100))}
        {isSent && words.sent}
      </p>
      <progress
        className={styles.progress}
        aria-label={words.progress(name)}
        hidden={state.is !== 'sending'}
        max={1}
        value={state.is === 'sending' ? state.part : 0}
      />
      {state.is === 'failed' && (
        <Notice tone="error" title={state.title}>
          {state.text}
        </Notice>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can then be chosen again.
          currentTarget.value = '';
          if (file) void take(file);
        }}
      />
      <Button variant="secondary" block pending={isBusy} onClick={() => input.current?.click()}>
        {isSent ? words.retake(name) : words.take(name)}
      </Button>
    </div>
  );
}
