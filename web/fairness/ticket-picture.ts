import type { Ticket } from '#contract/bets.ts';
import { formatFrancs } from '#domain/money.ts';
import { shortWhyOf } from '#web/tickets/why.ts';
import { formatDateTime } from '#web/values/format.ts';
import { words } from '#web/words/en/share.ts';
import { words as ticketWords } from '#web/words/en/tickets.ts';

/** In pixels. */
export const pictureSize = { width: 1080, height: 1350 } as const;

export interface Picture {
  /** A PNG. */
  readonly file: Blob;
  /** The file as a `data:` address, which the content security policy allows as an image. */
  readonly source: string;
}

/** The words on a picture. They say neither whose ticket it is nor what was staked. */
interface PictureText {
  readonly name: string;
  readonly draw: string;
  readonly serial: string;
  /** The payout, if there is one. */
  readonly paid: string | null;
  /** The event that the ticket waits for, or the reason why it won or lost. */
  readonly why: string;
}

export function textOf(ticket: Ticket): PictureText {
  const { name, fullDate, serial, status, payout, result } = ticket;
  return {
    name,
    draw: words.onPicture.draw(formatDateTime(fullDate)),
    serial,
    paid: status === 'win' ? words.onPicture.pays(formatFrancs(payout ?? 0)) : null,
    why:
      status === 'void'
        ? words.onPicture.void
        : status !== 'pending' && result
          ? shortWhyOf({ ...ticket, result })
          : ticketWords.waitsFor[name],
  };
}

export const colours = {
  sun: '#ffce00',
  paper: '#ffffff',
  ink: '#1d1714',
  ink2: '#665b55',
  line: '#e6dcd2',
  red: '#d3202b',
  win: '#80c482',
  winInk: '#22652b',
};
export const fonts = {
  text: `-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, system-ui, sans-serif`,
  mono: 'ui-monospace, Menlo, Consolas, monospace',
};

const paper = { left: 60, right: 1_020, top: 60, bottom: 1_290, stub: 700 };
const content = { left: 120, right: 960 };

/**
 * Draws a ticket on paper, in the light theme's colours whatever the app's are, with the code of its public check.
 *
 * @param url the public check's
 * @throws when the browser has no canvas or the code's library cannot be loaded
 */
export async function drawPicture(ticket: Ticket, url: string): Promise<Picture> {
  const { encodeQR } = await import('qr');
  return paint(pictureSize, (brush) => {
    drawPaper(brush);
    drawTicket(brush, ticket, textOf(ticket));
    drawCode(brush, encodeQR(url, 'raw', { ecc: 'low', border: 1 }), { x: content.left, y: 765, size: 450 });
  });
}

/** For a type that loses what the eye does not see. */
const quality = 0.8;

/** A picture on the yellow of the app. Throws when the browser has no canvas. */
export async function paint(
  size: { readonly width: number; readonly height: number },
  draw: (brush: CanvasRenderingContext2D) => void,
  type = 'image/png',
): Promise<Picture> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const brush = canvas.getContext('2d');
  if (!brush) throw new Error('This browser has no canvas.');
  brush.fillStyle = colours.sun;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  draw(brush);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!file) throw new Error('The picture could not be encoded.');
  return { file, source: canvas.toDataURL(type, quality) };
}

/** Notches where the stub is torn off, and a scalloped lower edge. */
function drawPaper(brush: CanvasRenderingContext2D): void {
  const { left, right, top, bottom, stub } = paper;
  const notch = 26;
  const bites = 27;
  const step = (right - left) / bites;
  brush.beginPath();
  brush.roundRect(left, top, right - left, bottom - top, [36, 36, 0, 0]);
  brush.fillStyle = colours.paper;
  brush.fill();
  brush.fillStyle = colours.sun;
  for (const side of [left, right]) disc(brush, side, stub, notch);
  for (let bite = 0; bite < bites; bite++) disc(brush, left + (bite + 0.5) * step, bottom, step / 3);
  brush.strokeStyle = colours.line;
  brush.lineWidth = 4;
  brush.setLineDash([14, 12]);
  brush.beginPath();
  brush.moveTo(left + 2 * notch, stub);
  brush.lineTo(right - 2 * notch, stub);
  brush.stroke();
}

function drawTicket(brush: CanvasRenderingContext2D, ticket: Ticket, text: PictureText): void {
  const { left } = content;
  write(brush, 'iz', { x: left, y: 170, font: `800 76px ${fonts.text}` });
  const logo = brush.measureText('iz').width;
  write(brush, 'i', { x: left + logo, y: 170, font: `800 76px ${fonts.text}`, colour: colours.red });

  write(brush, text.name, { x: left, y: 280, font: `${text.paid ? 400 : 600} 56px ${fonts.text}` });
  write(brush, text.draw, { x: left, y: 336, font: `400 38px ${fonts.text}`, colour: colours.ink2 });
  if (text.paid) write(brush, text.paid, { x: left, y: 440, font: `800 84px ${fonts.text}`, colour: colours.winInk });
  drawNumbers(brush, ticket, text.paid ? 520 : 450);
  write(brush, text.why, { x: left, y: text.paid ? 625 : 580, font: `400 38px ${fonts.text}`, colour: colours.ink2 });

  const column = 610;
  write(brush, text.serial, { x: column, y: 815, font: `600 40px ${fonts.mono}` });
  write(brush, words.onPicture.check, { x: column, y: 885, font: `400 36px ${fonts.text}`, colour: colours.ink2 });
  write(brush, location.host, { x: column, y: 1_200, font: `600 36px ${fonts.text}` });
}

/** In nine columns, as on a ticket; a few numbers are larger. */
function drawNumbers(brush: CanvasRenderingContext2D, { selectedNumbers, places }: Ticket, y: number): void {
  const isNine = selectedNumbers.length === 9;
  const size = isNine ? 80 : 110;
  const step = isNine ? 95 : 134;
  brush.textAlign = 'center';
  for (const [slot, number] of selectedNumbers.entries()) {
    const x = content.left + size / 2 + slot * step;
    const isHit = places?.[slot];
    brush.fillStyle = isHit ? colours.win : isHit === false ? colours.line : colours.sun;
    disc(brush, x, y, size / 2);
    brush.fillStyle = colours.ink;
    brush.font = `600 ${size * 0.46}px ${fonts.text}`;
    brush.fillText(number, x, y + size * 0.165);
  }
  brush.textAlign = 'start';
}

export function drawCode(
  brush: CanvasRenderingContext2D,
  modules: readonly (readonly boolean[])[],
  { x, y, size }: { x: number; y: number; size: number },
): void {
  // Whole pixels, so that no edge of the code is grey.
  const module = Math.floor(size / modules.length);
  brush.fillStyle = '#000';
  for (const [row, cells] of modules.entries()) {
    for (const [column, dark] of cells.entries()) {
      if (dark) brush.fillRect(x + column * module, y + row * module, module, module);
    }
  }
}

interface Writing {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly colour?: string;
}

/** One word after the other, on a new line where the next would pass the edge. */
function write(brush: CanvasRenderingContext2D, text: string, { x, y, font, colour = colours.ink }: Writing): void {
  brush.font = font;
  brush.fillStyle = colour;
  let line = '';
  let below = y;
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (line && x + brush.measureText(longer).width > content.right) {
      brush.fillText(line, x, below);
      below += 48;
      line = word;
    } else {
      line = longer;
    }
  }
  brush.fillText(line, x, below);
}

export function disc(brush: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fill();
}
