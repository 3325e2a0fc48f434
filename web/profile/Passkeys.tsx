import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { removePasskey, renamePasskey } from '#contract/calls/passkeys.ts';
import { passkeyName } from '#contract/forms/passkey.ts';
import type { Factors, Passkey, User } from '#contract/identity.ts';
import { Failure } from '#web/api/Failure.tsx';
import { showRefusal } from '#web/api/showRefusal.ts';
import { hasPasskeys } from '#web/proof/hasPasskeys.ts';
import { SetPasskey } from '#web/proof/SetPasskey.tsx';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { disownPasskey } from '#ui/webauthn.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toasts.ts';
import { DateTime } from '#web/values/DateTime.tsx';
import { words as passkeyWords } from '#web/words/en/passkeys.ts';
import { words as allWords } from '#web/words/en/security.ts';
import styles from './Profile.module.css';

const words = allWords.passkeys;

/** The client's passkeys: to set, rename and remove. */
export function Passkeys({ factors: { passkeys }, me }: { factors: Factors; me: User }) {
  const [isSetting, setSetting] = useState(false);
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const remove = useProvenAction(removePasskey, {
    refresh: ['auth'],
    onSuccess: (_, { params }) => {
      const removed = passkeys.find(({ id }) => id === params.id);
      if (removed && hasPasskeys()) disownPasskey(removed.credentialId);
      toast.success(words.removed);
    },
  });
  return (
    <section className={styles.email}>
      <h4>{words.title}</h4>
      <p className={styles.note}>{me.confirmed ? words.lead : words.unconfirmed}</p>
      {passkeys.length > 0 && (
        <ul className={styles.sessions}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Described passkey={passkey} />
              <span className={styles.acts}>
                <Button
                  variant="ghost"
                  size="s"
                  aria-label={words.renameOf(passkey.name)}
                  onClick={() => setRenamed(passkey)}
                >
                  {words.rename}
                </Button>
                <Button
                  variant="ghost"
                  size="s"
                  aria-label={words.removeOf(passkey.name)}
                  pending={remove.isPending && remove.variables.params.id === passkey.id}
                  onClick={() => remove.mutate({ params: { id: passkey.id } })}
                >
                  {words.remove}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {remove.error && <Failure error={remove.error} />}
      {!me.confirmed ||
        (hasPasskeys() ? (
          <Button variant="secondary" block onClick={() => setSetting(true)}>
            {passkeyWords.set}
          </Button>
        ) : (
          <p className={styles.note}>{words.unavailable}</p>
        ))}
      {isSetting && <SetPasskey onClose={() => setSetting(false)} />}
      <Dialog open={renamed !== null} onClose={() => setRenamed(null)} title={words.renaming}>
        {renamed && <Rename passkey={renamed} onDone={() => setRenamed(null)} />}
      </Dialog>
    </section>
  );
}

function Described({ passkey: { name, addedAt, lastUsedAt, backedUp } }: { passkey: Passkey }) {
  return (
    <span>
      <b>{name}</b>
      <small>
        {words.added} <DateTime at={addedAt} />
        {lastUsedAt !== null && (
          <>
            , {words.used} <DateTime at={lastUsedAt} />
          </>
        )}
        {backedUp && `, ${words.backedUp}`}
      </small>
    </span>
  );
}

function Rename({ passkey: { id, name }, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useForm({
    resolver: valibotResolver(v.object({ name: passkeyName })),
    defaultValues: { name },
  });
  const { errors } = form.formState;
  const rename = useProvenAction(renamePasskey, {
    refresh: ['auth'],
    onSuccess: () => {
      toast.success(words.renamed);
      onDone();
    },
    onError: (error) => showRefusal(error, form),
  });
  return (
    <Card surface="well">
      <Form
        error={errors.root?.['server']}
        onSubmit={form.handleSubmit((body) => rename.mutate({ params: { id }, body }))}
      >
        <Field label={passkeyWords.name} error={errors.name?.message}>
          <TextInput autoComplete="off" {...form.register('name')} />
        </Field>
        <Button type="submit" size="l" block pending={rename.isPending}>
          {words.save}
        </Button>
      </Form>
    </Card>
  );
}
