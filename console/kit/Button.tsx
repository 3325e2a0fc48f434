import { useContext, useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from '#ui/classNames.ts';
import styles from './Button.module.css';
import { useKeys } from './keys.ts';
import { nameOfCap } from './Keys.tsx';
import { capsOf } from './match-keys.ts';
import { navigate } from './navigate.ts';
import { StaleContext } from './stale.ts';

type ButtonKind = 'act' | 'plain' | 'opens danger' | 'danger';

interface ButtonProps {
  readonly children: ReactNode;
  /**
   * `act`: ink, the main act of a screen · `plain`: the rest, the default · `opens danger`: opens something dangerous ·
   * `danger`: does it, once per screen.
   */
  readonly kind?: ButtonKind;
  /** 28 px; 24 in heads, 34 in sheets. */
  readonly size?: 'usual' | 'head' | 'large';
  /** Its key, which is in the button and in the foot. */
  readonly keys?: string;
  /** The text of the key in the foot; by default the button's text. */
  readonly says?: string;
  readonly onPress: () => void;
  readonly isOff?: boolean;
  /** Whether it writes. Acts on stale data are disabled, so it is off then. */
  readonly writes?: boolean;
  readonly wide?: boolean;
  /** The reason why the button is disabled, shown beside it. */
  readonly why?: string | undefined;
}

/** A button: ink acts, a red edge opens something dangerous, filled red does it. */
export function Button({
  children,
  kind = 'plain',
  size = 'usual',
  keys,
  says = nameOf(children),
  onPress,
  isOff = false,
  writes = kind !== 'plain',
  wide = false,
  why,
}: ButtonProps) {
  const isStale = useContext(StaleContext);
  const off = isOff || (writes && isStale);
  useKeys(keys && !off ? [{ keys, says, run: onPress, foot: true }] : []);
  const whyId = useId();
  const saysWhy = off && why !== undefined;
  const button = (
    <button
      type="button"
      className={classNames(styles.button, wide && styles.wide)}
      data-kind={kind}
      data-size={size}
      disabled={off}
      aria-describedby={saysWhy ? whyId : undefined}
      onClick={onPress}
    >
      {children}
      {keys && <Cap of={keys} />}
    </button>
  );
  if (!saysWhy) return button;
  return (
    <span className={styles.off}>
      {button}
      <span id={whyId} className={styles.why}>
        {why}
      </span>
    </span>
  );
}

function nameOf(children: ReactNode): string {
  return typeof children === 'string' ? children.replace('…', '').toLowerCase() : '';
}

interface LinkButtonProps {
  readonly children: ReactNode;
  readonly to: string;
  readonly size?: 'usual' | 'head';
  /** Its key, which is in the link and in the foot. */
  readonly keys?: string;
  /** The text of the key in the foot; by default the text of the link. */
  readonly says?: string;
}

/** A link that looks like a plain button. */
export function LinkButton({ children, to, size = 'usual', keys, says = nameOf(children) }: LinkButtonProps) {
  useKeys(keys ? [{ keys, says, run: () => navigate(to), foot: true }] : []);
  return (
    <Link className={styles.button} data-kind="plain" data-size={size} to={to}>
      {children}
      {keys && <Cap of={keys} />}
    </Link>
  );
}

function Cap({ of: keys }: { readonly of: string }) {
  const caps = capsOf(keys).map((cap) => (cap === 'Enter' ? '↵' : nameOfCap(cap)));
  return <kbd aria-hidden>{caps.join(' ')}</kbd>;
}

interface FileLinkProps {
  readonly children: ReactNode;
  readonly href: string;
  readonly size?: 'usual' | 'head';
}

/** A link that downloads a file, in the shape of a button. */
export function FileLink({ children, href, size = 'usual' }: FileLinkProps) {
  return (
    <a className={styles.button} data-kind="plain" data-size={size} href={href} download>
      {children}
    </a>
  );
}
