import { formatAmount, type Francs } from '#domain/money.ts';
import { formatDateTime } from '#web/values/format.ts';
import { words as game } from '#web/words/en/game.ts';
import { words } from '#web/words/en/share-win.ts';
import { colours, disc, drawCode, fonts, paint, type Picture } from './ticket-picture.ts';

/** In pixels: as high as a phone. */
export const winPictureSize = { width: 1080, height: 1920 } as const;

/** The outcome of a draw. Neither a stake nor a balance nor a name is part of it. */
export interface Win {
  readonly fullDate: string;
  /** Paid less staked, on all tickets of the draw. */
  readonly net: Francs;
  readonly result: readonly string[];
  /** For each ball, whether it made a ticket pay. */
  readonly hits: readonly boolean[];
}

interface WinText {
  readonly draw: string;
  readonly amount: string;
  readonly unit: string;
  readonly why: string;
}

/** A sentence of more numbers has no room. */
const mostNumbers = 3;

export function textOfWin({ fullDate, net, result, hits }: Win, showsAmount: boolean): WinText {
  const came = result.flatMap((number, place) => (hits[place] ? [game.why.cameOut(number, place)] : []));
  return {
    draw: words.draw(formatDateTime(fullDate).replace(' ', ', ')),
    amount: showsAmount ? `+${formatAmount(net)}` : words.won,
    unit: showsAmount ? words.afterStakes : '',
    why: came.length <= mostNumbers ? capitalised(game.why.together(came)) : '',
  };
}

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

interface Shown {
  readonly showsAmount: boolean;
  /** Whether this device has checked the proof itself. */
  readonly isChecked: boolean;
  readonly serial: string;
  /** The public check's. */
  readonly url: string;
}

const night = { left: 72, right: 1_008, top: 336, bottom: 1_794, stub: 1_470 };
const ink = { cream: '#fffaf0', quiet: '#c9bdb2', glow: '#9fe3a1' };
const middle = winPictureSize.width / 2;

/** @throws when the browser has no canvas or the code's library cannot be loaded */
export async function drawWin(win: Win, { showsAmount, isChecked, serial, url }: Shown): Promise<Picture> {
  const { encodeQR } = await import('qr');
  const text = textOfWin(win, showsAmount);
  return paint(
    winPictureSize,
    (brush) => {
      drawArc(brush);
      drawNight(brush);
      const line = (said: string, y: number, size: number, weight: number, colour: string) => {
        brush.fillStyle = colour;
        brush.font = `${weight} ${size}px ${fonts.text}`;
        brush.fillText(said, middle, y, night.right - night.left - 80);
      };
      brush.textAlign = 'center';
      drawLogo(brush);
      line(text.draw, 450, 42, 400, ink.quiet);
      line(text.amount, 716, 260, 800, ink.cream);
      line(text.unit, 810, 54, 600, ink.cream);
      drawBalls(brush, win);
      line(text.why, 1_366, 42, 400, ink.quiet);
      line(words.most, 1_864, 40, 400, '#51440f');

      const code = { x: 132, y: 1_500, size: 264 };
      brush.fillStyle = colours.paper;
      brush.beginPath();
      brush.roundRect(code.x, code.y, code.size, code.size, 14);
      brush.fill();
      const modules = encodeQR(url, 'raw', { ecc: 'low', border: 2 });
      const rest = Math.floor((code.size % modules.length) / 2);
      drawCode(brush, modules, { x: code.x + rest, y: code.y + rest, size: code.size });

      brush.textAlign = 'start';
      const column = 440;
      if (isChecked) {
        drawCheck(brush, column + 28, 1_562);
        brush.font = `600 54px ${fonts.text}`;
        brush.fillText(words.checked, column + 74, 1_581);
      }
      brush.fillStyle = ink.cream;
      brush.font = `600 44px ${fonts.mono}`;
      brush.fillText(serial, column, 1_656);
      brush.fillStyle = ink.quiet;
      brush.font = `400 38px ${fonts.text}`;
      brush.fillText(words.scan, column, 1_716, night.right - column - 40);
    },
    'image/jpeg',
  );
}

function drawArc(brush: CanvasRenderingContext2D): void {
  brush.strokeStyle = colours.red;
  brush.lineWidth = 22;
  brush.beginPath();
  brush.moveTo(-20, 250);
  brush.quadraticCurveTo(middle, -150, winPictureSize.width + 20, 250);
  brush.stroke();
}

function drawLogo(brush: CanvasRenderingContext2D): void {
  brush.font = `800 132px ${fonts.text}`;
  brush.textAlign = 'start';
  const [black, red] = ['iz', 'i'].map((part) => brush.measureText(part).width) as [number, number];
  const left = middle - (black + red) / 2;
  brush.fillStyle = colours.ink;
  brush.fillText('iz', left, 264);
  brush.fillStyle = colours.red;
  brush.fillText('i', left + black, 264);
  brush.textAlign = 'center';
}

/** A black ticket, with the notches of its stub and scallops below. */
function drawNight(brush: CanvasRenderingContext2D): void {
  const { left, right, top, bottom, stub } = night;
  brush.fillStyle = colours.ink;
  brush.beginPath();
  brush.roundRect(left, top, right - left, bottom - top, [56, 56, 0, 0]);
  brush.fill();
  brush.fillStyle = colours.sun;
  for (const side of [left, right]) disc(brush, side, stub, 29);
  const bites = 24;
  const step = (right - left) / bites;
  for (let bite = 0; bite < bites; bite++) disc(brush, left + (bite + 0.5) * step, bottom, step / 2.7);
  brush.strokeStyle = '#fffaf055';
  brush.lineWidth = 5;
  brush.setLineDash([18, 12]);
  brush.beginPath();
  brush.moveTo(left + 60, stub);
  brush.lineTo(right - 60, stub);
  brush.stroke();
  brush.setLineDash([]);
}

/** Three large ones above six. */
function drawBalls(brush: CanvasRenderingContext2D, { result, hits }: Win): void {
  for (const [place, number] of result.entries()) {
    const isTop = place < 3;
    const radius = isTop ? 105 : 54;
    const x = isTop ? middle + (place - 1) * 267 : middle + (place - 5.5) * 132;
    const y = isTop ? 1_008 : 1_226;
    if (hits[place]) {
      brush.fillStyle = ink.glow;
      disc(brush, x, y, radius + 16);
      brush.fillStyle = colours.ink;
      disc(brush, x, y, radius + 8);
    }
    brush.fillStyle = hits[place] ? colours.win : isTop ? colours.sun : '#fff9dd';
    disc(brush, x, y, radius);
    brush.fillStyle = hits[place] ? '#0d2c13' : colours.ink;
    brush.font = `800 ${radius * 0.9}px ${fonts.text}`;
    brush.fillText(number, x, y + radius * 0.33);
  }
}

/** The round seal of what was checked. */
function drawCheck(brush: CanvasRenderingContext2D, x: number, y: number): void {
  brush.strokeStyle = ink.glow;
  brush.fillStyle = ink.glow;
  brush.lineWidth = 6;
  brush.lineJoin = 'round';
  brush.lineCap = 'round';
  brush.beginPath();
  brush.arc(x, y, 26, 0, 2 * Math.PI);
  brush.moveTo(x - 10, y + 1);
  brush.lineTo(x - 2, y + 9);
  brush.lineTo(x + 12, y - 8);
  brush.stroke();
}
