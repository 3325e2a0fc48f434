import { askToExportPeople } from '#contract/calls/operator/exports.ts';
import type { ListedState } from '#contract/operator/players.ts';
import { countries, type Country } from '#domain/countries.ts';
import { ActSheet } from '#console/kit/ActSheet.tsx';
import { useAct } from '#console/kit/useAct.ts';
import { countryName } from '#console/words/en/names.ts';
import { words as all } from '#console/words/en/players.ts';

interface PeopleFileSheetProps {
  readonly state: ListedState | undefined;
  /** As in the address: `CI,ML`, or `-CI` for all others. */
  readonly country: string | undefined;
  readonly onClose: () => void;
}

const words = all.file;

/** Asks for a file of more players than one operator may take out. */
export function PeopleFileSheet({ state, country, onClose }: PeopleFileSheetProps) {
  const act = useAct(askToExportPeople, { done: () => ({ says: words.done }), onDone: onClose });
  const chosen = country === undefined ? undefined : choose(country);
  return (
    <ActSheet
      isOpen
      onClose={onClose}
      title={words.title}
      needsTwo
      danger
      intro={words.intro}
      facts={[
        [all.columns.states, state === undefined ? words.all : nameOf(state)],
        [all.country, chosen === undefined ? words.all : chosen.map(countryName).join(', ')],
        [words.approves, words.approvers],
        [words.kept, words.day],
      ]}
      typed={{ label: words.typed, value: words.word }}
      act={act}
      onSign={({ reason }) =>
        void act.run({ body: { reason, ...(state && { state }), ...(chosen && { countries: chosen }) } })
      }
    />
  );
}

function nameOf(state: ListedState): string {
  const names: Readonly<Record<string, string>> = { ...all.states, ...all.views };
  return names[state]!.toLowerCase();
}

function choose(filter: string): Country[] {
  const named = filter.replace(/^-/, '').split(',');
  return countries.filter((one) => named.includes(one) !== filter.startsWith('-'));
}
