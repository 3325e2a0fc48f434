import { describe, expect, it } from 'vitest';
import { ballsAt, sceneAt, type Staged, isUnpaidAt } from './timeline.ts';

const close = Date.parse('2026-11-21T22:45:50.000Z');
const moment = close + 10_000;
const waiting: Staged = { closesAt: close, drawsAt: moment, drawnAt: null, isVoid: false };
const drawnAt = moment + 300;
const drawn: Staged = { ...waiting, drawnAt };
const watching = { still: false, skipped: false };

/** Every change of what is shown, as the stage itself follows them. */
function play(draw: Staged, from: number, to = Infinity) {
  const scenes = [];
  for (let now = from; now <= to;) {
    const scene = sceneAt(draw, now, watching);
    scenes.push({ at: now, ...scene });
    if (scene.changesIn === null) break;
    now += scene.changesIn;
  }
  return scenes;
}

describe('before there is a result', () => {
  it('shows each phase, and hides the outcome from before the draw’s moment', () => {
    expect(play(waiting, close - 1).map(({ at, act, holds }) => ({ at: at - moment, act, holds }))).toEqual([
      { at: -10_001, act: 'selling', holds: false },
      { at: -10_000, act: 'closed', holds: false },
      { at: -2_000, act: 'closed', holds: true },
      { at: 0, act: 'due', holds: true },
      { at: 30_000, act: 'late', holds: false },
    ]);
  });

  it('shows no ball', () => {
    expect(play(waiting, close).every(({ out, isFalling }) => out === 0 && !isFalling)).toBe(true);
  });

  it('ends at once when the draw is called off', () => {
    const scene = sceneAt({ ...waiting, isVoid: true }, moment + 100, watching);
    expect(scene).toMatchObject({ act: 'void', out: 0, holds: false, changesIn: null });
  });
});

describe('the balls', () => {
  const scenes = play(drawn, drawnAt);

  it('come out one by one, each blank until it has landed', () => {
    expect(scenes.map(({ out, isFalling }) => `${out}${isFalling ? ' and one falls' : ''}`)).toEqual([
      '0',
      ...Array.from({ length: 9 }, (_, out) => [`${out} and one falls`, String(out + 1)]).flat(),
      '9',
    ]);
  });

  it('begin at 1.2 s, follow each other in 0.75 s, the third in 1.1 s, and rest for 0.23 s at the end', () => {
    const starts = scenes.filter(({ isFalling }) => isFalling).map(({ at }) => at - drawnAt);
    expect(starts).toEqual([1_200, 1_950, 3_050, 3_800, 4_550, 5_300, 6_050, 6_800, 7_550]);
    expect(scenes.at(-2)).toMatchObject({ at: drawnAt + 8_170, act: 'falling', out: 9 });
    expect(scenes.at(-1)).toMatchObject({ at: drawnAt + 8_400, act: 'out', out: 9 });
  });

  it('hide the outcome until all nine are out', () => {
    for (const { holds, act, out } of scenes) {
      expect(holds, `${out} are out`).toBe(act !== 'out');
    }
  });

  it('begin with the current one for a late viewer, and are all there afterwards', () => {
    expect(sceneAt(drawn, drawnAt + 4_900, watching)).toMatchObject({ out: 4, isFalling: true, holds: true });
    expect(sceneAt(drawn, drawnAt + 60_000, watching)).toMatchObject({ act: 'out', out: 9, holds: false });
  });

  it('wait if this device’s clock is behind the server’s', () => {
    expect(ballsAt(-500)).toMatchObject({ act: 'falling', out: 0, isFalling: false, holds: true, changesIn: 1_700 });
  });

  it.each([
    ['for a viewer who skips', { still: false, skipped: true }],
    ['without motion', { still: true, skipped: false }],
  ])('are all there at once %s', (_, viewing) => {
    expect(sceneAt(drawn, drawnAt, viewing)).toMatchObject({ act: 'out', out: 9, holds: false, changesIn: null });
    // There is nothing to skip to before the result is known.
    expect(sceneAt(waiting, moment + 100, viewing)).toMatchObject({ act: 'due', out: 0, holds: true });
  });
});

describe('an unpaid draw', () => {
  const at = new Date(drawnAt).toISOString();

  it('is not reported while its balls fall, nor shortly afterwards', () => {
    expect(isUnpaidAt({ status: 'drawn', drawnAt: at }, drawnAt + 14_999)).toBe(false);
    expect(isUnpaidAt({ status: 'drawn', drawnAt: at }, drawnAt + 15_000)).toBe(true);
  });

  it.each(['settled', 'void', 'closed'])('is not one that is %s', (status) => {
    expect(isUnpaidAt({ status, drawnAt: status === 'settled' ? at : null }, drawnAt + 60_000)).toBe(false);
  });
});
