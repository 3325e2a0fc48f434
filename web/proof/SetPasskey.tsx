import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { addPasskey, beginPasskey } from '#contract/calls/passkeys.ts';
import { passkeyName } from '#contract/forms/passkey.ts';
import { call } from '#web/api/call.ts';
import { codeOf } from '#web/api/errors.ts';
import { refresh } from '#web/api/queries.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toasts.ts';
import { words } from '#web/words/en/passkeys.ts';
import { words as securityWords } from '#web/words/en/security.ts';
import { explainPasskey } from './explainPasskey.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { createPasskey, disownPasskey, PasskeyError } from '#ui/webauthn.ts';
import { withProof } from './withProof.ts';

/** The dialog *Set a passkey*. With the first second factor it ends with the recovery codes. It needs `ConfirmItIsYou` on the page. */
export function SetPasskey({ onClose }: { onClose: () => void }) {
  /** The codes that are shown this once. */
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  /** The device asks its owner. Whoever closed the dialog meanwhile would never see the codes. */
  const [isBusy, setBusy] = useState(false);
  const close = () => isBusy || onClose();
  return (
    <Dialog open onClose={close} title={codes ? securityWords.recovery.title : words.set}>
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onClose} />
      ) : (
        <NewPasskey onBusy={setBusy} onSet={(made) => (made ? setCodes(made) : onClose())} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface NewPasskeyProps {
  onBusy: (isBusy: boolean) => void;
  onSet: (recoveryCodes: readonly string[] | null) => void;
  onCancel: () => void;
}

function NewPasskey({ onBusy, onSet, onCancel }: NewPasskeyProps) {
  const form = useForm({
    resolver: valibotResolver(v.object({ name: passkeyName })),
    defaultValues: { name: nameDevice(navigator.userAgent) },
  });
  const { errors, isSubmitting } = form.formState;

  async function set({ name }: { name: string }) {
    try {
      const { data: options } = await withProof(() => call(beginPasskey));
      onBusy(true);
      const credential = await createPasskey(options);
      const { data } = await call(addPasskey, { body: { credential, name } }).catch((error: unknown) => {
        // The device holds a passkey now that the site did not take.
        if (codeOf(error) !== null) disownPasskey(credential.id);
        throw error;
      });
      toast.success(words.done);
      refresh('auth');
      onSet(data.recoveryCodes);
    } catch (error) {
      // Closing the dialog of the proof cancels the act.
      if (codeOf(error) === 'proof_needed') return onCancel();
      if (!(error instanceof PasskeyError)) return showRefusal(error, form);
      const { title, text } = explainPasskey(error);
      form.setError('root.server', { type: title, message: text });
    } finally {
      onBusy(false);
    }
  }

  return (
    <Card surface="well">
      <Form error={errors.root?.['server']} onSubmit={form.handleSubmit(set)}>
        <p>{words.lead}</p>
        <Field label={words.name} hint={!errors.name && words.nameHint} error={errors.name?.message}>
          <TextInput autoComplete="off" {...form.register('name')} />
        </Field>
        <Button type="submit" size="l" block pending={isSubmitting}>
          {words.submit}
        </Button>
        <Button variant="ghost" block onClick={() => isSubmitting || onCancel()}>
          {words.cancel}
        </Button>
      </Form>
    </Card>
  );
}

function nameDevice(userAgent: string): string {
  const found = /iPhone|iPad|Android|Mac|Windows/.exec(userAgent)?.[0] ?? 'other';
  return words.device[found as keyof typeof words.device];
}
