import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { code } from '#contract/forms/identity.ts';
import { codeLength } from './oneTimeCode.ts';

/** The part of the calls' bodies that this form fills. The call for a phone also accepts a Firebase token. */
const codeForm = v.strictObject({ code });

/**
 * The form of a code that was sent. It is submitted with the sixth digit, and by the button if that got no answer. A code
 * that was refused is not sent again: each try counts.
 */
export function useCodeForm() {
  const form = useForm({
    resolver: valibotResolver(codeForm),
    defaultValues: { code: '' },
    // While the digits are typed the code is always too short, which is not an error yet.
    reValidateMode: 'onSubmit',
  });
  const { errors } = form.formState;
  const [digits, setDigits] = useState('');
  const [tried, setTried] = useState('');
  const [refused, setRefused] = useState<readonly string[]>([]);
  if (errors.code?.type === 'server' && !refused.includes(tried)) setRefused([...refused, tried]);
  const isSpent = refused.includes(digits);

  /** @param isBusy while a code is on its way, and once one was right: then no other is sent */
  function bind(isBusy: boolean, send: (code: string) => void) {
    const submit = form.handleSubmit(({ code }) => {
      if (isBusy || refused.includes(code)) return;
      setTried(code);
      send(code);
    });

    function submitWhenWhole({ target }: { target: HTMLInputElement }) {
      form.clearErrors();
      const typed = target.value;
      setDigits(typed);
      if (typed.length === codeLength && typed !== tried) void submit();
    }

    function take(received: string) {
      form.setValue('code', received, { shouldDirty: true });
      setDigits(received);
      form.clearErrors();
      void submit();
    }

    return { submit, take, field: form.register('code', { onChange: submitWhenWhole }) };
  }

  return { form, errors, isSpent, bind };
}
