import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { code } from '#contract/forms/identity.ts';
import { codeDigits, codeLength } from './oneTimeCode.ts';

/** The part of the calls' bodies that this form fills. The call for a phone also accepts a Firebase token. */
const codeForm = v.strictObject({ code });

/** The form of a code that was sent. It is submitted with the sixth digit, each code once unless the button is used. */
export function useCodeForm() {
  const form = useForm({
    resolver: valibotResolver(codeForm),
    defaultValues: { code: '' },
    // While the digits are typed the code is always too short, which is not an error yet.
    reValidateMode: 'onSubmit',
  });
  const { errors } = form.formState;
  const [tried, setTried] = useState('');

  /** @param isBusy while a code is on its way, and once one was right: then no other is sent */
  function bind(isBusy: boolean, send: (code: string) => void) {
    const submit = form.handleSubmit(({ code }) => {
      if (isBusy) return;
      setTried(code);
      send(code);
    });

    function submitWhenWhole({ target }: { target: HTMLInputElement }) {
      form.clearErrors();
      const digits = codeDigits(target.value);
      if (digits.length === codeLength && digits !== tried) void submit();
    }

    function take(received: string) {
      form.setValue('code', received, { shouldDirty: true });
      form.clearErrors();
      void submit();
    }

    return { submit, take, field: form.register('code', { setValueAs: codeDigits, onChange: submitWhenWhole }) };
  }

  return { form, errors, bind };
}
