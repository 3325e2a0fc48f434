import { Card } from '#ui/Card.tsx';
import { Icon, type IconPath } from '#ui/Icon.tsx';
import { Notice } from '#ui/Notice.tsx';
import { icons } from '#ui/icons.ts';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/fairness.ts';
import type { CheckedDraw } from './messages.ts';
import styles from './Proven.module.css';

/** The meaning of the check in plain words: what a check without a wrong step proves, and what it cannot prove. */
export function Proven({ draw }: { draw: CheckedDraw }) {
  const { title, trusted, trustedText, isProven, isNot, withBeacon, withoutBeacon, limits } = words.proven;
  return (
    <Card title={title} className={styles.proven}>
      {draw.operatorTrusted && (
        <Notice tone="warning" title={trusted}>
          <p>{trustedText}</p>
        </Notice>
      )}
      <h3>{isProven}</h3>
      <List icon={icons.check} items={draw.operatorTrusted ? withoutBeacon : withBeacon} />
      <h3>{isNot}</h3>
      <List icon={moreIcons.minus} items={limits} />
    </Card>
  );
}

function List({ icon, items }: { icon: IconPath; items: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item}>
          <Icon path={icon} size={18} />
          {item}
        </li>
      ))}
    </ul>
  );
}
