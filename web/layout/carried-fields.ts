import { session } from '#web/storage/storage.ts';
import { base } from '#web/words/en/language.ts';

/**
 * The text of a page's fields goes with it when its language changes: in session storage, until the page in the other language has
 * it. `News` looks for it.
 */
const carriedFieldsKey = 'carried.fields';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface Carried {
  /** The page's path, without what the addresses of its language begin with. */
  readonly path: string;
  readonly fields: readonly { readonly name: string; readonly value: string; readonly checked?: boolean }[];
}

/** In milliseconds. The fields of a sheet come with its data, which takes longest. */
const longestWait = 10_000;

const here = () => location.pathname.slice(base.length);
const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** No password, no file, and no code, which its field would send. */
function fieldsOfPage(): Field[] {
  const all = document.querySelectorAll<Field>('form :is(input, select, textarea)[name]');
  return Array.from(all).filter(
    ({ type, autocomplete }) => !/^(password|file|hidden)$/.test(type) && autocomplete !== 'one-time-code',
  );
}

export function carryFields(): void {
  const fields = fieldsOfPage().map((field) => ({
    name: field.name,
    value: field.value,
    ...(isChoice(field) && { checked: field.checked }),
  }));
  const carried: Carried = { path: here(), fields };
  session.setItem(carriedFieldsKey, JSON.stringify(carried));
}

/** Fills in the fields of this page as they come, once each. */
export function fillCarriedFields(): void {
  const { path, fields } = JSON.parse(session.getItem(carriedFieldsKey) ?? '{}') as Partial<Carried>;
  session.removeItem(carriedFieldsKey);
  if (path !== here() || !fields) return;
  const left = new Set(fields);
  const observer = new MutationObserver(fillThose);
  function fillThose() {
    for (const carried of left) {
      const field = fieldsOfPage().find(
        (one) => one.name === carried.name && (one.type !== 'radio' || one.value === carried.value),
      );
      if (!field) continue;
      left.delete(carried);
      fill(field, carried);
    }
    if (left.size === 0) observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), longestWait);
  fillThose();
}

function fill(field: Field, { value, checked }: Carried['fields'][number]): void {
  if (isChoice(field)) {
    if (field.checked !== checked && (checked || field.type === 'checkbox')) field.click();
  } else if (field.value !== value) {
    // React's own setter would hide the change from React.
    Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
