import { useRef, useState } from 'react';
import type { Call } from '#contract/calls/call.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import { exchange, type Input } from '#console/api/call.ts';
import { draftOf, forgetDraft } from '#console/api/drafts.ts';
import { applyPasskey } from '#ui/webauthn.ts';
import { refresh } from '#console/api/queries.ts';
import { perform } from './act.ts';
import { tell } from './toast.ts';

export interface Act<C extends Call> {
  /** Does it, and resolves to the answer; to null when it failed, or was under way already. */
  readonly run: (input: OperatorInput<C>) => Promise<OperatorAnswer<C> | null>;
  /** `signing`: the browser asks for the passkey. */
  readonly step: 'idle' | 'sending' | 'signing';
  /** Why it was not done, until it is tried again. */
  readonly error: unknown;
  readonly forget: () => void;
  /** Where what is typed in for it is kept until it is done: see `useDraft`. */
  readonly draft: string;
}

interface ActOptions<C extends Call> {
  /** The subject, where the address does not name it: each subject has a draft of its own. */
  readonly about?: string;
  /** The toast after the act; the number of its line in the audit comes with the answer. */
  readonly done?: (answer: OperatorAnswer<C>) => { readonly says: string } | null;
  /** Called after it is done, such as to close the sheet. */
  readonly onDone?: (answer: OperatorAnswer<C>) => void;
}

/** The number of the act's line in the audit, which each answer to one names; undefined where it changed nothing. */
function lineOf(answer: unknown): number | undefined {
  return (answer as { readonly data?: { readonly audit?: number | null } } | undefined)?.data?.audit ?? undefined;
}

/**
 * One act of an operator: the call, and the signature of the passkey where the server asks for one. Afterwards the changed data is fetched
 * again. A second press during the act does nothing.
 */
export function useAct<C extends Call>(made: C, { about, done, onDone }: ActOptions<C> = {}): Act<C> {
  const [step, setStep] = useState<Act<C>['step']>('idle');
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);
  const draft = draftOf(made, about);

  async function run(input: OperatorInput<C>): Promise<OperatorAnswer<C> | null> {
    if (isRunning.current) return null;
    isRunning.current = true;
    setStep('sending');
    setError(null);
    const { body, ...rest } = input as Input;
    try {
      const answer = (await perform<unknown>({
        send: (signature) =>
          exchange(made, {
            ...rest,
            ...((body !== undefined || signature) && {
              body: { ...(body as object), ...(signature && { signature }) },
            }),
          }),
        sign: applyPasskey,
        onSigning: () => setStep('signing'),
      })) as OperatorAnswer<C>;
      forgetDraft(draft);
      const said = done?.(answer);
      if (said) tell(said.says, lineOf(answer));
      onDone?.(answer);
      return answer;
    } catch (failure) {
      setError(failure);
      return null;
    } finally {
      isRunning.current = false;
      setStep('idle');
      // The data is also fetched after a failure: an answer that was lost may have been a yes.
      void refresh();
    }
  }
  return { run, step, error, forget: () => setError(null), draft };
}
