import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { countWaiting } from '#contract/calls/operator/overview.ts';
import type { OperatorAnswer } from '#contract/operator/endpoints.ts';
import { words } from '#console/words/en/frame.ts';

/** How a browser tells what has a deadline: not at all, by a notice of the system, or by that and a sound. */
export const noticeWays = ['none', 'screen', 'sound'] as const;
export type NoticeWay = (typeof noticeWays)[number];

const key = 'izi-console-notices';
const listeners = new Set<() => void>();

function readWay(): NoticeWay {
  return noticeWays.find((way) => way === localStorage.getItem(key)) ?? 'none';
}

export function useNoticeWay(): NoticeWay {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readWay);
}

/** The choice is the browser's: a desk with others around it wants no sound. The browser asks once whether notices may be shown. */
export async function setNoticeWay(way: NoticeWay): Promise<void> {
  if (way !== 'none' && 'Notification' in window) await Notification.requestPermission();
  localStorage.setItem(key, way);
  for (const listener of listeners) listener();
}

/** Two short tones, made by the browser: no file is loaded. */
function sound(): void {
  const context = new AudioContext();
  for (const [at, pitch] of [
    [0, 660],
    [0.18, 880],
  ] as const) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    volume.gain.value = 0.08;
    tone.frequency.value = pitch;
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.14);
  }
  setTimeout(() => void context.close(), 1_000);
}

type Counts = OperatorAnswer<typeof countWaiting>['data']['counts'];

/** The kinds with a deadline, the most urgent first. */
const urgent = ['alarm', 'draw', 'request'] as const;

/** Notifies when there are more items with a deadline than at the last poll. */
export function useNotices(counts: Counts | undefined): void {
  const before = useRef<Counts>(undefined);
  const way = useNoticeWay();
  useEffect(() => {
    if (!counts) return;
    const was = before.current;
    before.current = counts;
    const more = was && urgent.find((what) => counts[what] > was[what]);
    if (!more || way === 'none') return;
    if ('Notification' in window && Notification.permission === 'granted') {
      new Notification(words.notices[more], { tag: `izi-${more}` });
    }
    if (way === 'sound') sound();
  }, [counts, way]);
}
