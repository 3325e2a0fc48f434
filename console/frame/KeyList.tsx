import { useState } from 'react';
import { Keys } from '#console/kit/Keys.tsx';
import { useActiveKeys, useKeys, type KeyBinding } from '#console/kit/keys.ts';
import { Modal } from '#console/kit/Modal.tsx';
import { words } from '#console/words/en/kit.ts';
import { closeKeyList, openKeyList, useKeyList } from './key-list.ts';
import styles from './KeyList.module.css';

const groups = ['here', 'go', 'everywhere'] as const;

/** The list of keys that work here, at `?`. */
export function KeyList() {
  const isOpen = useKeyList();
  const active = useActiveKeys();
  const [kept, setKept] = useState(active);
  // While the list is open its own layer is active, so it lists the keys of the layer below.
  if (!isOpen && kept !== active) setKept(active);
  const working = kept.filter(({ keys }, index) => kept.findLastIndex((one) => one.keys === keys) === index);
  useKeys([{ keys: '?', says: words.keys.list, run: openKeyList, group: 'everywhere' }]);
  return (
    <Modal isOpen={isOpen} onClose={closeKeyList} label={words.keysTitle}>
      <div className={styles.list}>
        {groups.map((group) => (
          <Group
            key={group}
            title={words.groups[group]}
            bindings={working.filter((one) => (one.group ?? 'here') === group)}
          />
        ))}
      </div>
    </Modal>
  );
}

function Group({ title, bindings }: { readonly title: string; readonly bindings: readonly KeyBinding[] }) {
  if (bindings.length === 0) return null;
  const bySays = new Map<string, string[]>();
  for (const { keys, says } of bindings) bySays.set(says, [...(bySays.get(says) ?? []), keys]);
  return (
    <section>
      <h2>{title}</h2>
      <dl className={styles.keys}>
        {[...bySays].map(([says, keys]) => (
          <div key={says} className={styles.line}>
            <dt>
              {[...new Set(keys)].map((one) => (
                <span key={one}>
                  <Keys of={one} />{' '}
                </span>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
