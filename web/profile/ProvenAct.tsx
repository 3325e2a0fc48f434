import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { currentPassword } from '#contract/forms/identity.ts';
import { codeOf } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { Notice } from '#ui/Notice.tsx';
import { PasswordInput } from '#ui/PasswordInput.tsx';
import { words } from '#web/words/en/personal-data.ts';
import styles from './MyData.module.css';

/** What the API wants besides the session, where the sign-in was long ago. */
export interface Proof {
  currentPassword: string;
}

interface ProvenActProps {
  variant: 'secondary' | 'strong';
  /** The words of the button. */
  children: ReactNode;
  /** For password managers: which account the password is for. */
  username: string | undefined;
  /** Rejects when it is refused. */
  act: (proof?: Proof) => Promise<void>;
  /** Another title for a refusal than the one it comes with. */
  titleOf?: (error: unknown) => string | undefined;
}

const proofForm = v.object({ currentPassword });

/** A button for an act that needs a fresh proof: where the API wants the password, it asks for it and acts then. */
export function ProvenAct({ username, act, titleOf, variant, children }: ProvenActProps) {
  const [pending, setPending] = useState(false);
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useForm({ resolver: valibotResolver(proofForm), defaultValues: { currentPassword: '' } });
  const { errors } = form.formState;

  async function tryIt(proof?: Proof) {
    setPending(true);
    setError(null);
    try {
      await act(proof);
      setAsking(false);
      form.reset();
    } catch (failure) {
      if (codeOf(failure) === 'proof_needed') setAsking(true);
      else if (codeOf(failure) === 'wrong_password') showRefusal(failure, form);
      else setError(failure);
    }
    setPending(false);
  }

  return (
    <div className={styles.act}>
      {error !== null && (
        <Notice tone="error" title={titleOf?.(error) ?? explain(error).title}>
          {explain(error).text}
        </Notice>
      )}
      {asking ? (
        <Card surface="well">
          <Form onSubmit={form.handleSubmit(tryIt)}>
            <p>{words.proof.lead}</p>
            <input type="text" autoComplete="username" value={username ?? ''} readOnly hidden />
            <Field label={words.proof.password} error={errors.currentPassword?.message}>
              <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
            </Field>
            <Button type="submit" variant={variant} block pending={pending}>
              {children}
            </Button>
          </Form>
        </Card>
      ) : (
        <Button variant={variant} block pending={pending} onClick={() => void tryIt()}>
          {children}
        </Button>
      )}
    </div>
  );
}
