import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import { searchPlayers } from '#contract/calls/operator/players.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { useMe } from '#console/api/session-state.ts';
import { refresh, useApi } from '#console/api/queries.ts';
import { Keys } from '#console/kit/Keys.tsx';
import { navigate } from '#console/kit/navigate.ts';
import { NoAnswer } from '#console/kit/Problem.tsx';
import { amount } from '#console/values/amounts.ts';
import { codeName, methodName } from '#console/values/names.ts';
import { formatPhone } from '#domain/phone.ts';
import { formatClock, formatFull } from '#console/values/time.ts';
import { words as kitWords } from '#console/words/en/kit.ts';
import { words as frame } from '#console/words/en/frame.ts';
import { base } from '#console/words/en/language.ts';
import { words } from '#console/words/en/search.ts';
import { placesOf } from './places.ts';
import styles from './Finder.module.css';

type Found = OperatorAnswer<typeof searchPlayers>['data'][number];

/** A screen that is found by its name. */
interface FoundScreen {
  readonly what: 'screen';
  /** Its address. */
  readonly id: string;
  readonly name: string;
}

/** The order of the groups. */
const kinds = ['client', 'payment', 'ticket', 'draw', 'request', 'screen'] as const;

/** Three characters, or a player's number. */
const isEnough = (text: string) => text.length >= 3 || /^#\d/.test(text);
/** While an operator types, nothing is looked for. */
const settlesAfter = 200;

/**
 * The search field, with its results while somebody types. Enter opens the chosen result, or the only one; Ctrl and Enter open it in
 * another tab.
 */
export function Finder({ onClose }: { readonly onClose: () => void }) {
  const list = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  /** The text when Enter was pressed, before anything was found. */
  const [entered, setEntered] = useState('');
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const query = useApi(searchPlayers, { query: { q: settled } }, { enabled: isEnough(settled) });
  const found = settled === wanted ? query.data?.data : undefined;
  const screens = useScreens(wanted);
  const rows: readonly (Found | FoundScreen)[] | undefined =
    found || screens.length > 0
      ? [...(found ?? []), ...screens].toSorted((one, other) => kinds.indexOf(one.what) - kinds.indexOf(other.what))
      : undefined;
  const open = (row: Found | FoundScreen, beside = false) => {
    onClose();
    if (beside) return void window.open(base + addressOf(row), '_blank', 'noopener');
    navigate(addressOf(row));
    // It may be what the screen shows already.
    void refresh();
  };
  const openTheOne = useEffectEvent(() => open(rows![0]!));
  const isTheOne = entered !== '' && entered === wanted && found !== undefined && rows?.length === 1;
  useEffect(() => {
    if (isTheOne) openTheOne();
  }, [isTheOne]);
  function type(typed: string) {
    setText(typed);
    setAt(0);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && rows) setAt(Math.max(0, Math.min(rows.length - 1, at + step)));
    else if (event.key === 'Enter' && rows?.[at]) open(rows[at], event.ctrlKey || event.metaKey);
    else if (event.key === 'Enter') setEntered(wanted);
    else return;
    event.preventDefault();
  }
  return (
    <div className={styles.finder}>
      <input
        className={styles.field}
        role="combobox"
        aria-label={kitWords.keys.find}
        aria-expanded={rows !== undefined && rows.length > 0}
        aria-controls={list}
        aria-activedescendant={rows?.[at] && `${list}-${at}`}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <NoAnswer of={query} />
      <div id={list} role="listbox" aria-label={words.title} className={styles.list}>
        {[...Map.groupBy(rows ?? [], ({ what }) => what)].map(([what, group]) => (
          <div key={what} role="group" aria-label={words.kinds[what]}>
            <div className={`${styles.group} small quiet`} aria-hidden>
              {words.kinds[what]}
            </div>
            {group.map((row) => {
              const index = rows!.indexOf(row);
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field takes the keys
                <div
                  key={row.id}
                  id={`${list}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className={styles.row}
                  onClick={(event) => open(row, event.ctrlKey || event.metaKey)}
                >
                  <b>{titleOf(row)}</b>
                  {row.what !== 'screen' && (
                    <>
                      <b className={styles.end}>{row.amount !== null && amount(row.amount)}</b>
                      <span className="small quiet">
                        <Marked text={idOf(row)} with={wanted} />
                        {detailsOf(row)}
                      </span>
                      <span className={`${styles.end} small quiet`}>
                        {row.status !== null && codeName('status', row.status)}
                      </span>
                    </>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <p className={`${styles.foot} small quiet`} role="status">
        {rows?.length === 0 && <b>{words.nothing(wanted)}. </b>}
        {rows && rows.length > 0 ? (
          <>
            <Keys of="Enter" /> {words.opens} <Keys of="Ctrl" /> <Keys of="Enter" /> {words.opensBeside}
          </>
        ) : (
          words.how
        )}
      </p>
    </div>
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settlesAfter);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The screens whose name holds what is typed. */
function useScreens(wanted: string): readonly FoundScreen[] {
  const me = useMe();
  if (wanted.length < 3) return [];
  return placesOf(me).flatMap(({ name: place, tabs }) =>
    tabs
      .map(({ path, tab }) => ({
        what: 'screen' as const,
        id: path,
        name: tabs.length > 1 ? words.placeOf(frame.places[place], frame.tabs[tab.name]) : frame.places[place],
      }))
      .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase())),
  );
}

function titleOf(row: Found | FoundScreen): string {
  if (row.what === 'screen') return row.name;
  const { what, kind, method, name, at, number } = row;
  if (what === 'request') return `R-${number}`;
  if (what === 'draw') return formatFull(at);
  if (method !== null) return `${words.payments[kind as keyof typeof words.payments]} · ${methodName(method)}`;
  return (what === 'ticket' ? kind : name) ?? words.kinds[what];
}

/** A player's number, or the short id that people read out. */
function idOf({ what, id, clientId }: Found): string {
  return what === 'client' ? `#${clientId}` : id.slice(0, 8);
}

function detailsOf({ what, phone, name, at, drawsAt }: Found): string {
  return [
    what !== 'client' && name,
    phone && formatPhone(phone),
    what !== 'draw' && formatFull(at),
    drawsAt !== null && words.drawOf(formatClock(drawsAt)),
  ]
    .filter(Boolean)
    .map((text) => ` · ${text as string}`)
    .join('');
}

/** A text whose beginning is marked where it is what was looked for. */
function Marked({ text, with: wanted }: { readonly text: string; readonly with: string }) {
  const length = text.startsWith(wanted.toLowerCase()) ? wanted.length : 0;
  return (
    <>
      {length > 0 && <mark className={styles.mark}>{text.slice(0, length)}</mark>}
      {text.slice(length)}
    </>
  );
}

function addressOf(row: Found | FoundScreen): string {
  if (row.what === 'screen') return row.id;
  const { what, id, clientId } = row;
  if (what === 'client') return `/players/${clientId}`;
  return what === 'ticket' ? `/players/${clientId}?view=tickets` : `/${what}s/${id}`;
}
