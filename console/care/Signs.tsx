import type { CareSign } from '#contract/operator/care.ts';
import { Status } from '#console/kit/Status.tsx';
import { Table } from '#console/kit/Table.tsx';
import { amount } from '#console/values/amounts.ts';
import { words } from '#console/words/en/care.ts';

const tones = ['idle', 'wait', 'bad'] as const;

/** A sign, with its thresholds where they are known. */
type Row = CareSign & { readonly notable?: number; readonly strong?: number; readonly times?: number };

/** Signs, each with its number beside the player's own usual. */
export function Signs({ label, of }: { readonly label: string; readonly of: readonly Row[] }) {
  const { sign } = words;
  const hasThresholds = of.some(({ notable }) => notable !== undefined);
  return (
    <Table
      label={label}
      rows={of}
      rowId={({ kind }) => kind}
      heads={sign}
      columns={[
        { key: 'what', cell: ({ kind }) => words.kinds[kind] },
        { key: 'value', amount: ({ value }) => value, width: 80 },
        { key: 'usual', amount: ({ usual }) => Math.round(usual), width: 80 },
        ...(hasThresholds
          ? ([
              {
                key: 'notable',
                cell: ({ notable, times }: Row) => words.times(amount(notable), times ?? 0),
                align: 'right',
                width: 150,
              },
              {
                key: 'strong',
                cell: ({ strong, times }: Row) => words.times(amount(strong), times ?? 0),
                align: 'right',
                width: 150,
              },
            ] as const)
          : []),
        { key: 'level', cell: ({ level }) => <Status is={tones[level]}>{words.levels[level]}</Status>, width: 90 },
      ]}
    />
  );
}
