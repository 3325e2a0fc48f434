import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { listResults } from '#contract/calls/draws.ts';
import { Button } from '#ui/Button.tsx';
import { Icon, type IconPath } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { icons } from '#ui/icons.ts';
import { words as uiWords } from '#ui/words/en/kit.ts';
import { useApi } from '#web/api/queries.ts';
import { local } from '#web/storage/storage.ts';
import { formatTime } from '#web/values/format.ts';
import { words as offer } from '#web/words/en/offer.ts';
import { words } from '#web/words/en/strip.ts';
import { locales } from '#web/words/locales.ts';
import styles from './Layout.module.css';
import { offline } from './offline.ts';
import { look, useReach } from './reach.ts';

/** The icon `offline` of `more-icons.ts`. Were that imported here, a first visit would load all of them. */
const offlineIcon = 'M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 4-2.4M19 12a10 10 0 0 0-5.5-2.8M12 19h.01';

/** The one line under the header, of which there is one at a time: that the network is gone, else the offer of the other language. */
export function Strip(): ReactNode {
  const { network, isLooking } = useReach();
  const [isOffered, setOffered] = useState(() => !import.meta.env.SSR && 'strip' in document.documentElement.dataset);
  const last = useApi(listResults, { query: { limit: '1' } }, { enabled: false }).data?.data[0]?.fullDate;
  const kind = network === 'online' ? (isOffered ? 'language' : null) : network;

  // This runs before the paint: the page makes room once.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (kind) dataset.strip = kind;
    else delete dataset.strip;
  }, [kind]);
  useLayoutEffect(() => {
    const isOffline = kind === 'offline';
    offline.clock = isOffline && last ? words.clock(formatTime(last)) : undefined;
    offline.kept = isOffline ? words.kept : undefined;
  }, [kind, last]);
  useEffect(() => {
    // Neither language is chosen by this; it only says that the offer was made.
    if (kind === 'language') local.setItem('locale', '');
  }, [kind]);

  switch (kind) {
    case 'offline':
      return (
        <Line key={kind} icon={offlineIcon} text={words.offline}>
          <Button size="s" variant="ghost" pending={isLooking} onClick={() => void look()}>
            {uiWords.tryAgain}
          </Button>
        </Line>
      );
    case 'back':
      return <Line key={kind} icon={icons.check} text={words.back} />;
    case 'language':
      return (
        <Line key={kind} icon={icons.globe} text={offer.text} lang={offer.locale}>
          <Button size="s" variant="ghost" onClick={() => void change()}>
            {offer.go}
          </Button>
          <IconButton icon={icons.close} label={offer.close} onClick={() => setOffered(false)} />
        </Line>
      );
    case null:
      return null;
  }
}

function Line({ icon, text, lang, children }: { icon: IconPath; text: string; lang?: string; children?: ReactNode }) {
  return (
    <div className={styles.line} data-night={!lang} lang={lang}>
      <Icon path={icon} size={18} />
      <span>{text}</span>
      {children}
    </div>
  );
}

async function change() {
  const { changeTo } = await import('./change-language.ts');
  await changeTo(locales.find(({ code }) => code === offer.locale)!);
}
