import { words } from '#console/words/en/kit.ts';
import { MenuItem, Popup } from './Popup.tsx';

export interface CellMenuState {
  readonly anchor: Element;
  /** The text that *copy* copies. */
  readonly text: string;
  readonly filter: ((how: 'only' | 'not') => void) | null;
}

interface CellMenuProps extends CellMenuState {
  readonly onClose: () => void;
}

/** The menu of a cell: only these, not these, copy. */
export function CellMenu({ anchor, text, filter, onClose }: CellMenuProps) {
  function choose(run: () => void) {
    onClose();
    run();
  }
  return (
    <Popup role="menu" anchor={anchor} label={words.cellMenu} onClose={onClose}>
      {filter && (
        <>
          <MenuItem onPress={() => choose(() => filter('only'))}>{words.onlyThese}</MenuItem>
          <MenuItem onPress={() => choose(() => filter('not'))}>{words.notThese}</MenuItem>
        </>
      )}
      <MenuItem onPress={() => choose(() => void navigator.clipboard.writeText(text.trim()))}>{words.copy}</MenuItem>
    </Popup>
  );
}
