import { useRef, useState, type ReactNode } from 'react';
import { classNames } from '#ui/classNames.ts';
import { words } from '#console/words/en/kit.ts';
import { Button } from './Button.tsx';
import { sayFilter, type Filter } from './filter.ts';
import { FilterEditor } from './FilterEditor.tsx';
import { useKeys } from './keys.ts';
import styles from './FilterBar.module.css';
import { Empty } from './Empty.tsx';
import { Popup, MenuItem } from './Popup.tsx';
import { ListFile } from './ListFile.tsx';
import { useAddress } from './useAddress.ts';
import type { List } from './useList.ts';

interface FilterBarProps {
  readonly filters: readonly Filter[];
  /** The list, for its waiting rows and for its file. */
  readonly list: Partial<Pick<List<unknown>, 'waiting' | 'showNew'>> & Pick<List<unknown>, 'file'>;
  /** Totals of the rows, such as their number and their sums. */
  readonly sums?: ReactNode;
  /** Placed at the end, such as a button. */
  readonly end?: ReactNode;
}

/**
 * The filters as chips: set ones with a strong edge and a cross, open ones say *any*; at the end what the rows come to, and the
 * new rows.
 */
export function FilterBar({ filters, list, sums, end }: FilterBarProps) {
  const { filters: set } = useAddress();
  const bar = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  useKeys([
    {
      keys: '/',
      says: words.keys.filter,
      run: () => bar.current?.querySelector<HTMLElement>('[data-chip]')?.focus(),
      foot: true,
    },
  ]);
  const isShown = ({ name, rare }: Filter) => !rare || set[name] !== undefined || name === added;
  const others = filters.filter((filter) => !isShown(filter));
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={words.filters}>
      {filters.filter(isShown).map((filter) => (
        <Chip key={filter.name} filter={filter} isNew={filter.name === added} onDone={() => setAdded(null)} />
      ))}
      {others.length > 0 && <AddFilter filters={others} onAdd={setAdded} />}
      <span className="grow" />
      {sums !== undefined && <span className={styles.sums}>{sums}</span>}
      {list.waiting !== undefined && list.waiting > 0 && (
        // The table has its key.
        <Button onPress={() => list.showNew?.()}>
          {words.newRows(list.waiting)} <kbd aria-hidden>n</kbd>
        </Button>
      )}
      <ListFile of={list} />
      {end}
    </div>
  );
}

interface ChipProps {
  readonly filter: Filter;
  readonly isNew?: boolean;
  readonly onDone?: () => void;
}

function Chip({ filter, isNew = false, onDone }: ChipProps) {
  const { filters, change } = useAddress();
  const value = filters[filter.name];
  const [anchor, setAnchor] = useState<Element | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  function close() {
    setAnchor(null);
    onDone?.();
  }
  return (
    <span className={classNames(styles.chip, value !== undefined && styles.set)}>
      <button
        ref={(element) => {
          button.current = element;
          if (element && isNew && !anchor) setAnchor(element);
        }}
        type="button"
        className={styles.main}
        data-chip
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={() => setAnchor(button.current)}
      >
        <span className="quiet">{filter.label}</span>{' '}
        <b>{value === undefined ? (filter.unset ?? words.any) : sayFilter(filter, value)}</b>
      </button>
      {value !== undefined && (
        <button
          type="button"
          className={styles.remove}
          aria-label={words.removeFilter(filter.label)}
          onClick={() => change({ filters: { [filter.name]: null } })}
        >
          ×
        </button>
      )}
      {anchor && (
        <Popup anchor={anchor} label={filter.label} onClose={close}>
          <FilterEditor filter={filter} onDone={close} />
        </Popup>
      )}
    </span>
  );
}

function AddFilter({
  filters,
  onAdd,
}: {
  readonly filters: readonly Filter[];
  readonly onAdd: (name: string) => void;
}) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <button
        type="button"
        className={classNames(styles.chip, styles.add)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        + {words.addFilter} <kbd aria-hidden>/</kbd>
      </button>
      {anchor && (
        <Popup role="menu" anchor={anchor} label={words.addFilter} onClose={() => setAnchor(null)}>
          {filters.map(({ name, label }) => (
            <MenuItem
              key={name}
              onPress={() => {
                setAnchor(null);
                onAdd(name);
              }}
            >
              {label}
            </MenuItem>
          ))}
        </Popup>
      )}
    </>
  );
}

interface NothingFoundProps {
  /** *No payment is mismatched today* */
  readonly says: string;
  readonly filters: readonly Filter[];
  /** The last match, with a link to it, where that is known. */
  readonly last?: ReactNode;
}

/** No rows: the set filters as chips, the last match, and the way to remove the filters. */
export function NothingFound({ says, filters, last }: NothingFoundProps) {
  const { filters: set, change } = useAddress();
  const chosen = filters.filter(({ name }) => set[name] !== undefined);
  return (
    <Empty says={says}>
      {chosen.length > 0 && (
        <span className={styles.chosen}>
          {chosen.map((filter) => (
            <Chip key={filter.name} filter={filter} />
          ))}
        </span>
      )}
      {last && <span className="small">{last}</span>}
      {chosen.length > 0 && (
        <Button
          keys="Backspace"
          says={words.withoutFilters.toLowerCase()}
          onPress={() => change({ filters: Object.fromEntries(chosen.map(({ name }) => [name, null])) })}
        >
          {words.withoutFilters}
        </Button>
      )}
    </Empty>
  );
}
