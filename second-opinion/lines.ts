import type { DayFigures } from './figures.ts';
import type { Judgement } from './judge.ts';

/** One judgement as lines for a person. */
export function judgementLines({ draw, drawsAt, phase, opinion, noted }: Judgement): string[] {
  const { tickets, stakes, differs } = opinion;
  const sold = `${counted(tickets, 'ticket')}, ${francs(stakes)}`;
  const result = 'result' in opinion ? ` · ${opinion.result ?? 'no result'}` : '';
  const owed = 'due' in opinion ? ` · ${counted(opinion.won, 'ticket')} due ${francs(opinion.due)}` : '';
  const head = `${differs.length === 0 ? '✓' : '✗'} ${draw} ${phase} · ${sold}${result}${owed}${phase === 'before' && noted ? ` · ${whenOf(noted, drawsAt)}` : ''}`;
  return [head, ...differs.map((sentence) => `    ${sentence}`)];
}

/** How long before the draw's moment an opinion was noted, by the site's clock. */
function whenOf({ at, late }: NonNullable<Judgement['noted']>, drawsAt: Date): string {
  const seconds = ((drawsAt.getTime() - at.getTime()) / 1_000).toFixed(1);
  return late ? 'noted LATE: the result could be known' : `noted ${seconds} s before the draw`;
}

/** A judgement for a program. */
export function judgementJson({ draw, drawsAt, phase, opinion, noted }: Judgement): object {
  const { tickets, stakes, root, differs } = opinion;
  return {
    draw,
    drawsAt,
    phase,
    agrees: differs.length === 0,
    tickets,
    stakes,
    root: root && root.toString('hex'),
    ...('result' in opinion && { result: opinion.result }),
    ...('due' in opinion && {
      won: opinion.won,
      due: opinion.due,
      duesDigest: opinion.digest.toString('hex'),
    }),
    differs,
    notedAt: noted && noted.at,
    late: noted && phase === 'before' ? noted.late : null,
  };
}

const columns = ['day', 'draws', 'voids', 'tickets', 'stakes', 'won', 'payouts', 'refunded', 'disagreements'] as const;

export function figureLines(days: readonly DayFigures[]): string[] {
  const rows = [columns.map(String), ...days.map((day) => columns.map((column) => String(day[column])))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  return rows.map((row) => row.map((cell, index) => cell.padStart(widths[index]!)).join('  '));
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

function francs(amount: number): string {
  return `${amount.toLocaleString('en')} XOF`;
}
