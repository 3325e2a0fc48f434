import { useState } from 'react';
import { serverNow } from '#console/clock/clock.ts';
import { formatFull, formatUtc, instantOf, localOf, zoneCity } from '#console/values/time.ts';
import { words } from '#console/words/en/kit.ts';
import { Button } from './Button.tsx';
import { TextField } from './Fields.tsx';
import styles from './Moment.module.css';
import { Popup } from './Popup.tsx';
import { useAddress } from './useAddress.ts';

/** The moment in the address, `at=2026-11-20T18:32:41.000Z`: the screen shows its subject as it was then. Null for now. */
export function useMoment(): string | null {
  return useAddress().filters['at'] ?? null;
}

/** Opens a field for the moment at which the screen shows its subject. */
export function MomentButton() {
  const { change } = useAddress();
  const [place, setPlace] = useState<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <span ref={setPlace}>
      <Button size="head" keys="w" onPress={() => setOpen(true)}>
        {words.moment.choose}
      </Button>
      {isOpen && place && (
        <TimeChoice
          anchor={place}
          label={words.moment.choose}
          button={words.moment.show}
          isPast
          onChoose={(at) => change({ filters: { at: formatUtc(at) } })}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}

interface TimeChoiceProps {
  readonly anchor: Element;
  readonly label: string;
  /** The words of the button that goes there. */
  readonly button: string;
  /** Whether a time that is still to come is refused. */
  readonly isPast?: boolean;
  /** @param at in milliseconds since 1970 */
  readonly onChoose: (at: number) => void;
  readonly onClose: () => void;
}

/** A field for a day and a time on the operators' clock, in a small part above the screen. It begins with now. */
export function TimeChoice({ anchor, label, button, isPast = false, onChoose, onClose }: TimeChoiceProps) {
  const [value, setValue] = useState(() => localOf(serverNow()));
  const at = instantOf(value);
  const isWrong = isPast && at !== null && at > serverNow();
  return (
    <Popup anchor={anchor} onClose={onClose} label={label}>
      <form
        className={styles.choice}
        onSubmit={(event) => {
          event.preventDefault();
          if (at === null || isWrong) return;
          onChoose(at);
          onClose();
        }}
      >
        <TextField
          label={words.moment.when(zoneCity())}
          type="datetime-local"
          step={1}
          value={value}
          onChange={setValue}
          isWrong={isWrong}
          note={isWrong && words.moment.ahead}
        />
        {/* Without a button that submits, Enter in a field for a time does nothing. */}
        <button type="submit" className={styles.show} disabled={at === null || isWrong}>
          {button}
        </button>
      </form>
    </Popup>
  );
}

/** Shown above a screen of a past moment: the moment, and the way back to the present. */
export function MomentBand({ at }: { readonly at: string }) {
  const { change } = useAddress();
  const isTime = !Number.isNaN(Date.parse(at));
  return (
    <div className={styles.band} role="status">
      <b>{words.moment.asItWas(isTime ? formatFull(at) : at)}</b>
      <span className="small grow">{words.moment.nothingIsDone}</span>
      <MomentButton />
      <Button size="head" keys="b" onPress={() => change({ filters: { at: null } })}>
        {words.moment.now}
      </Button>
    </div>
  );
}
