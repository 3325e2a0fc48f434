import { useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import * as v from 'valibot';
import { code } from '#contract/forms/identity.ts';
import type { FormError } from '#ui/Form.tsx';
import { codeLength } from './oneTimeCode.ts';

type Errors = Readonly<Partial<Record<'code' | 'root.server', FormError>>>;

/**
 * The form of a code that was sent. It is submitted with the sixth digit, and by the button if that got no answer. A code
 * that was refused is not sent again: each try counts.
 *
 * No form library for one field: it would be a tenth of all that the page after sign-up loads.
 */
export function useCodeForm() {
  const input = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [digits, setDigits] = useState('');
  const [tried, setTried] = useState('');
  const [refused, setRefused] = useState<readonly string[]>([]);
  if (errors.code?.type === 'server' && !refused.includes(tried)) setRefused([...refused, tried]);

  const form = {
    getValues: () => ({ code: digits }),
    setError(place: keyof Errors, error: FormError, { shouldFocus = false } = {}) {
      setErrors((before) => ({ ...before, [place]: error }));
      if (shouldFocus) input.current?.focus();
    },
  };

  /** @param isBusy while a code is on its way, and once one was right: then no other is sent */
  function bind(isBusy: boolean, send: (code: string) => void) {
    function submit(event?: FormEvent) {
      event?.preventDefault();
      const read = v.safeParse(code, input.current!.value);
      setErrors(read.success ? {} : { code: { message: read.issues[0].message } });
      if (!read.success) return input.current!.focus();
      if (isBusy || refused.includes(read.output)) return;
      setTried(read.output);
      send(read.output);
    }

    function enter(typed: string) {
      setErrors({});
      setDigits(typed);
    }

    function submitWhenWhole({ target }: ChangeEvent<HTMLInputElement>) {
      const typed = target.value;
      enter(typed);
      if (typed.length === codeLength && typed !== tried) submit();
    }

    function take(received: string) {
      input.current!.value = received;
      enter(received);
      submit();
    }

    return { submit, take, field: { name: 'code', ref: input, onChange: submitWhenWhole } };
  }

  return { input, form, errors, isSpent: refused.includes(digits), bind };
}
