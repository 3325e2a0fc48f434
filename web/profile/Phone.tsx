import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getFactors } from '#contract/calls/identity.ts';
import { changePhone, confirmNewPhone } from '#contract/calls/new-device.ts';
import { newPhone } from '#contract/forms/new-phone.ts';
import type { User } from '#contract/identity.ts';
import { codeOf } from '#web/api/errors.ts';
import { explain } from '#web/api/explain.ts';
import { useApi } from '#web/api/queries.ts';
import { showRefusal } from '#web/api/showRefusal.ts';
import { CodeForm } from '#web/codes/CodeForm.tsx';
import { useProvenAction } from '#web/proof/useProvenAction.ts';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form, FormRow } from '#ui/Form.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toasts.ts';
import { countryOf } from '#web/values/countries.ts';
import { CountrySelect } from '#web/values/CountrySelect.tsx';
import { formatPhone } from '#domain/phone.ts';
import { words as codeWords } from '#web/words/en/codes.ts';
import { words as countryWords } from '#web/words/en/countries.ts';
import { words } from '#web/words/en/phone.ts';
import { EndOthers } from './EndOthers.tsx';
import { Proven } from './State.tsx';
import styles from './Profile.module.css';

interface Asked {
  /** E.164 */
  readonly phone: string;
  readonly country: string;
  /** When the code may be sent again, ISO 8601; undefined means at once. */
  readonly resendAt: string | undefined;
}

/** The account's phone, and the new one while its code is awaited. */
export function Phone({ me }: { me: User }) {
  const [changing, setChanging] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const waiting = useApi(getFactors, {}, { select: ({ data }) => data.phone.asked }).data ?? null;
  // After a reload the server knows the phone.
  const current = asked ?? (waiting === null ? null : { phone: waiting, country: me.country, resendAt: undefined });
  return (
    <div className={styles.email}>
      <p className={styles.address}>
        <bdi>{formatPhone(me.phone)}</bdi>
        <Proven proven={me.confirmed} />
      </p>
      {current && current.phone !== me.phone && (
        <Confirm key={current.phone} asked={current} onAsked={setAsked} onDone={() => setAsked(null)} />
      )}
      <p className={styles.note}>{me.confirmed ? words.lead : words.unconfirmed}</p>
      {me.confirmed && (
        <Button variant="secondary" block onClick={() => setChanging(true)}>
          {words.change}
        </Button>
      )}
      <Dialog open={changing} onClose={() => setChanging(false)} title={words.change}>
        <ChangeForm
          me={me}
          onAsked={(next) => {
            setAsked(next);
            setChanging(false);
          }}
        />
      </Dialog>
    </div>
  );
}

interface ConfirmProps {
  asked: Asked;
  onAsked: (asked: Asked) => void;
  onDone: () => void;
}

function Confirm({ asked, onAsked, onDone }: ConfirmProps) {
  const { phone, country, resendAt } = asked;
  const [endOthers, setEndOthers] = useState(true);
  const send = useProvenAction(changePhone, {
    onSuccess: ({ verification }) => {
      toast.success(codeWords.sentAgain);
      onAsked({ ...asked, resendAt: verification.resendAt });
    },
    onError: (error) => {
      // Closing the dialog cancels the act.
      if (codeOf(error) !== 'proof_needed') toast.error(explain(error).text);
    },
  });
  return (
    <>
      <EndOthers checked={endOthers} onChange={setEndOthers} />
      <CodeForm
        to={phone}
        lead={words.sent(formatPhone(phone))}
        confirm={confirmNewPhone}
        more={{ endOthers }}
        onConfirmed={() => {
          toast.success(endOthers ? words.doneAndEnded : words.done);
          onDone();
        }}
        resend={{ at: resendAt, pending: send.isPending, onSend: () => send.mutate({ body: { phone, country } }) }}
      />
    </>
  );
}

function ChangeForm({ me, onAsked }: { me: User; onAsked: (asked: Asked) => void }) {
  const form = useForm({
    resolver: valibotResolver(newPhone),
    defaultValues: { phone: '', country: me.country },
  });
  const { errors } = form.formState;
  const country = useWatch({ control: form.control, name: 'country' });
  const ask = useProvenAction(changePhone, {
    refresh: ['auth'],
    onSuccess: ({ verification }, { body }) =>
      onAsked({
        phone: verification.phone,
        country: body.country,
        resendAt: verification.resendAt,
      }),
    onError: (error) => showRefusal(error, form),
  });
  const example = countryOf(country)?.phoneExample;
  return (
    <Card surface="well">
      <Form error={errors.root?.['server']} onSubmit={form.handleSubmit((body) => ask.mutate({ body }))}>
        <p>{words.wait}</p>
        <FormRow>
          <Field label={countryWords.country} error={errors.country?.message}>
            <CountrySelect dialCodes {...form.register('country')} />
          </Field>
          <Field
            label={words.next}
            error={errors.phone?.message}
            hint={!errors.phone && example && words.nextHint(example)}
          >
            <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
          </Field>
        </FormRow>
        <Button type="submit" size="l" block pending={ask.isPending}>
          {words.send}
        </Button>
      </Form>
    </Card>
  );
}
