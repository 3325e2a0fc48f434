import type { ComponentProps } from 'react';
import type { Call } from '#contract/calls/call.ts';
import type { OperatorAnswer, OperatorInput } from '#contract/operator/endpoints.ts';
import { ActSheet } from './ActSheet.tsx';
import { useAct } from './useAct.ts';

interface OneActProps<C extends Call> extends Omit<ComponentProps<typeof ActSheet>, 'isOpen' | 'act' | 'onSign'> {
  readonly made: C;
  /** The subject, where the address does not name it. */
  readonly about?: string;
  readonly input: (reason: string) => OperatorInput<C>;
  /** The toast after it; none where it is left out. */
  readonly done?: string | ((answer: OperatorAnswer<C>) => string);
  /** Called after it is done, before the sheet closes. */
  readonly onDone?: (answer: OperatorAnswer<C>) => void;
}

/** The sheet of an act that one operator does alone: it makes the call, says that it is done, and closes. */
export function OneAct<C extends Call>({ made, about, input, done, onDone, ...sheet }: OneActProps<C>) {
  const act = useAct(made, {
    ...(about !== undefined && { about }),
    done: (answer) => (done === undefined ? null : { says: typeof done === 'string' ? done : done(answer) }),
    onDone: (answer) => {
      onDone?.(answer);
      sheet.onClose();
    },
  });
  return <ActSheet {...sheet} act={act} onSign={({ reason }) => void act.run(input(reason))} />;
}
