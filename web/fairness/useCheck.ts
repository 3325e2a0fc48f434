import { useEffect, useReducer, useRef } from 'react';
import { noteMessage, started, type CheckState, type Subject } from './check-state.ts';
import { keepSeals, readKnownSeals } from './known-seals.ts';
import type { CheckMessage } from './messages.ts';
import { startCheck } from './start-check.ts';

type Event = CheckMessage | { readonly kind: 'started' } | { readonly kind: 'stopped' };

/** Starts a check on mount, and again when `subject` changes. Keep the same object between renders. */
export function useCheck(subject: Subject): CheckState & { stop: () => void; again: () => void } {
  const [state, dispatch] = useReducer(noteEvent, started);
  const end = useRef(() => {});

  useEffect(() => {
    end.current = begin(subject, dispatch);
    return () => end.current();
  }, [subject]);

  return {
    ...state,
    stop: () => {
      end.current();
      dispatch({ kind: 'stopped' });
    },
    again: () => {
      end.current = begin(subject, dispatch);
    },
  };
}

function begin(subject: Subject, tell: (event: Event) => void): () => void {
  tell({ kind: 'started' });
  return startCheck({ ...subject, knownSeals: readKnownSeals() }, (message) => {
    if (message.kind === 'seals') keepSeals(message.seals);
    tell(message);
  });
}

function noteEvent(state: CheckState, event: Event): CheckState {
  if (event.kind === 'started') return started;
  if (event.kind === 'stopped') return { ...state, phase: 'stopped' };
  return noteMessage(state, event);
}
