import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { makeRequest, tryRequest } from '#contract/calls/operator/acts.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import { exchange } from '#console/api/call.ts';
import type { ApiError } from '#console/api/errors.ts';
import { amount, readAmount } from '#console/values/amounts.ts';
import { inOneLine } from '#console/values/text.ts';
import { Time } from '#console/values/Time.tsx';
import { instantOf, zoneCity } from '#console/values/time.ts';
import { codeName } from '#console/values/names.ts';
import { words, type SheetWords } from '#console/words/en/request-sheets.ts';
import { roleNames } from '#console/words/en/roles.ts';
import { ActSheet } from './ActSheet.tsx';
import { Check } from './Check.tsx';
import { Choice, Pick, TextField } from './Fields.tsx';
import { Problem } from './Problem.tsx';
import { factsOf } from './request-facts.tsx';
import { forms, type Field, type Form } from './request-forms.ts';
import type { DrawnSheetProps } from './RequestSheet.tsx';
import { useAct } from './useAct.ts';
import { useDraft } from './useDraft.ts';
import { Values } from './Values.tsx';

type Trial = OperatorAnswer<typeof tryRequest>['data'];

/**
 * The sheet of an act that takes two, drawn from its kind: its words, its fields, before and after, and its checks. The last three come
 * from the server, which gives the same to the approver.
 */
export function DrawnSheet(props: DrawnSheetProps) {
  const { kind, about, given = {}, start = {}, options = {}, name = '', facts, children, onAsked, onClose } = props;
  const says: SheetWords = words.sheets[kind];
  const form: Form = forms[kind] ?? {};
  const act = useAct(makeRequest, {
    about: [kind, about ?? name].join(' ').trim(),
    done: () => ({ says: words.asked(trial.data ? rolesIn(trial.data) : '') }),
    onDone: () => {
      onAsked?.();
      onClose();
    },
  });
  const [texts, setTexts] = useDraft(act.draft, 'fields', start);
  const fields = Object.entries(form.fields ?? {}).filter(
    (entry): entry is [string, Field] =>
      entry[1] !== undefined &&
      !(entry[0] in given) &&
      (!entry[1].when || texts[entry[1].when[0]] === entry[1].when[1]),
  );
  const filled = new Map(fields.map(([field, its]) => [field, read(its, texts[field] ?? '')]));
  const { evidence, ...values } = { ...given, ...Object.fromEntries(filled) } as Record<string, unknown>;
  const isFilled = [...Object.values(given), ...filled.values()].every((value) => value !== undefined);
  const body = {
    kind,
    ...(about !== undefined && { about }),
    ...(Object.keys(values).length > 0 && { values }),
    ...(evidence !== undefined && { evidence }),
  };
  const { trial, isCurrent } = useTrial(body, isFilled);
  const { oldValues = {}, newValues = {}, facts: known = {}, checks = [] } = trial.data ?? {};
  // The wallet's balance after an adjustment is shown beside the balance before it.
  const { balanceAfter, ...others } = known;
  const hasValues = Object.keys(oldValues).length + Object.keys(newValues).length > 0;
  const again = form.again === undefined ? undefined : values[form.again];
  const typed = props.typed ?? (typeof again === 'number' ? amount(again) : (again as string | undefined)) ?? says.word;
  return (
    <ActSheet
      needsTwo
      onClose={onClose}
      title={typeof says.title === 'string' ? says.title : says.title(name)}
      intro={says.intro}
      danger={form.danger === true}
      facts={[...factsOf(others), ...(facts ?? [])]}
      {...(hasValues && {
        before: <Values of={oldValues} />,
        after: <Values of={balanceAfter === undefined ? newValues : { balanceAfter, ...newValues }} />,
      })}
      typed={says.typed !== undefined && typed !== undefined ? { label: says.typed, value: typed } : undefined}
      demands={[
        ...fields
          .filter(([field]) => filled.get(field) === undefined)
          .map(([field]) => ({ says: says.fields![field], isMet: false })),
        ...(isCurrent ? [] : [{ says: words.tried, isMet: false }]),
        ...checks.map(({ code, met, params }) => ({ says: <Check code={code} params={params} />, isMet: met })),
      ]}
      ends={
        trial.data && (
          <>
            {words.mayApprove(rolesIn(trial.data))} <Time at={trial.data.expiresAt} />
          </>
        )
      }
      act={act}
      onSign={({ reason }) =>
        void act.run({ body: { ...body, reason } } as unknown as OperatorInput<typeof makeRequest>)
      }
    >
      {children}
      {fields.map(([field, its]) => (
        <OneField
          key={field}
          name={field}
          label={says.fields![field]!}
          field={its}
          options={options[field]}
          value={texts[field] ?? ''}
          isWrong={(texts[field] ?? '') !== '' && filled.get(field) === undefined}
          onChange={(text) => setTexts({ ...texts, [field]: text })}
        />
      ))}
      {trial.isError && <Problem error={trial.error} />}
    </ActSheet>
  );
}

/** `risk or compliance` */
function rolesIn({ approvers }: Trial): string {
  return approvers.map((role) => roleNames[role].name).join(words.or);
}

/** The value of a field; undefined while it cannot be sent. */
function read(field: Field, text: string): unknown {
  switch (field.is) {
    case 'whole': {
      const value = readAmount(text);
      return Number.isNaN(value) ? undefined : value;
    }
    case 'line': {
      const line = inOneLine(text);
      return line.length < field.least ? undefined : line;
    }
    case 'moment': {
      const at = instantOf(text);
      return at === null ? undefined : new Date(at).toISOString();
    }
    case 'choice':
    case 'pick':
      return text === '' ? undefined : text;
  }
}

interface OneFieldProps {
  readonly name: string;
  readonly label: string;
  readonly field: Field;
  readonly options: readonly { readonly value: string; readonly label: string }[] | undefined;
  readonly value: string;
  readonly isWrong: boolean;
  readonly onChange: (text: string) => void;
}

function OneField({ name, field, options, isWrong, ...rest }: OneFieldProps) {
  switch (field.is) {
    case 'choice':
      return (
        <Choice
          options={options ?? (field.of ?? []).map((value) => ({ value, label: codeName(name, value) }))}
          {...rest}
        />
      );
    case 'pick':
      return <Pick options={options ?? []} {...rest} />;
    case 'whole':
      return <TextField {...rest} isWrong={isWrong} inputMode="numeric" width={200} autoComplete="off" />;
    case 'line':
      return <TextField {...rest} maxLength={field.most} autoComplete="off" />;
    case 'moment':
      return <TextField {...rest} isWrong={isWrong} type="datetime-local" step={1} width={220} note={zoneCity()} />;
  }
}

/** While an operator types, nothing is tried. */
const settlesAfter = 300;
const renewedEvery = 5_000;

/** The server's trial of the request, and whether it is about the present values of the form. */
function useTrial(body: object, isFilled: boolean) {
  const wanted = JSON.stringify(body);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), settlesAfter);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isSettled = isFilled && settled === wanted;
  const trial = useQuery<Trial, ApiError>({
    queryKey: [tryRequest.path, settled],
    queryFn: async ({ signal, client, queryKey }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined;
      const answer = await exchange(tryRequest, { body: JSON.parse(settled) as unknown }, { signal, isBackground });
      return (answer as OperatorAnswer<typeof tryRequest>).data;
    },
    enabled: isSettled,
    refetchInterval: ({ state }) => state.status !== 'error' && renewedEvery,
    placeholderData: keepPreviousData,
  });
  return { trial, isCurrent: isSettled && trial.isSuccess && !trial.isPlaceholderData };
}
