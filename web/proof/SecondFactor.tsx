import { useState } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { code } from '#contract/forms/identity.ts';
import { recoveryCode } from '#contract/forms/second-factor.ts';
import type { Challenge } from '#contract/identity.ts';
import { CodeField } from '#web/codes/CodeField.tsx';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { words } from '#web/words/en/proof.ts';

type SecondMethod = 'code' | 'recoveryCode';

export interface ProofValues {
  password: string;
  code: string;
  recoveryCode: string;
}

export const noValues: ProofValues = { password: '', code: '', recoveryCode: '' };

/** The fields of a second factor. Only the one that is shown is checked. */
export const secondFields = {
  code: { code, recoveryCode: v.string() },
  recoveryCode: { code: v.string(), recoveryCode },
};

/** Which second factor is being entered, of those that the client can show. */
export function useSecondMethod(methods: readonly Challenge['methods'][number][]) {
  return useState<SecondMethod>(methods.includes('totp') ? 'code' : 'recoveryCode');
}

interface SecondFactorProps {
  form: Pick<UseFormReturn<ProofValues>, 'register' | 'clearErrors'>;
  /** Beside the form, which stays the same object when they change. */
  errors: FieldErrors<ProofValues>;
  methods: readonly Challenge['methods'][number][];
  method: SecondMethod;
  onMethod: (method: SecondMethod) => void;
}

/** The field for a code of the authenticator app, or else for a recovery code. */
export function SecondFactor({ form, errors, methods, method, onMethod }: SecondFactorProps) {
  const other = method === 'code' ? 'recoveryCode' : 'code';
  return (
    <>
      {method === 'code' ? (
        <CodeField key="code" label={words.code} error={errors.code?.message} {...form.register('code')} />
      ) : (
        <Field
          key="recoveryCode"
          label={words.recoveryCode}
          hint={!errors.recoveryCode && words.recoveryHint}
          error={errors.recoveryCode?.message}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.register('recoveryCode')}
          />
        </Field>
      )}
      {methods.includes('totp') && (
        <Button
          variant="ghost"
          onClick={() => {
            form.clearErrors();
            onMethod(other);
          }}
        >
          {method === 'code' ? words.toRecovery : words.toApp}
        </Button>
      )}
    </>
  );
}
