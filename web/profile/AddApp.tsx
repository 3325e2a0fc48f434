import { valibotResolver } from '@hookform/resolvers/valibot';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { confirmTotp } from '#contract/calls/identity.ts';
import { code } from '#contract/forms/identity.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { CodeField } from '#web/codes/CodeField.tsx';
import { QrCode } from '#web/fairness/QrCode.tsx';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Form } from '#ui/Form.tsx';
import { words as proofWords } from '#web/words/en/proof.ts';
import { words as allWords } from '#web/words/en/security.ts';
import styles from './Security.module.css';

const words = allWords.adding;

interface AddAppProps {
  /** `otpauth://…` */
  uri: string;
  /** The secret in base32. */
  secret: string;
  onAdded: (recoveryCodes: readonly string[]) => void;
}

/** Puts the secret into an app, and takes its first code. */
export function AddApp({ uri, secret, onAdded }: AddAppProps) {
  const form = useForm({ resolver: valibotResolver(v.object({ code })), defaultValues: { code: '' } });
  const { errors } = form.formState;
  const confirm = useProvenAction(confirmTotp, {
    refresh: ['auth'],
    onSuccess: ({ data }) => onAdded(data.recoveryCodes),
    onError: (error) => showRefusal(error, form),
  });
  return (
    <Card surface="well">
      <Form error={errors.root?.['server']} onSubmit={form.handleSubmit((body) => confirm.mutate({ body }))}>
        <p>{words.scan}</p>
        <QrCode text={uri} label={words.picture} />
        <a className={styles.open} href={uri}>
          {words.open}
        </a>
        <p>{words.type}</p>
        <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
        <p>{words.enter}</p>
        <CodeField label={proofWords.code} error={errors.code?.message} {...form.register('code')} />
        <Button type="submit" size="l" block pending={confirm.isPending}>
          {words.submit}
        </Button>
      </Form>
    </Card>
  );
}
