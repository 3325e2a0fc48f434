import { useLayoutEffect, useState, type RefObject } from 'react';

/** Tables of more rows than this have only those near the view in the page: with thousands each key would take its time. */
const mostWhole = 150;
/** How many rows beyond the view are there, so that scrolling meets no gap. */
const beyond = 30;

/** A part of a table's body: the row at an index, or the space of rows that are left out. */
export type Piece = { readonly row: number } | { readonly from: number; readonly height: number };

interface Near {
  readonly from: number;
  readonly to: number;
  /** The height of a row in px. All rows of a table have the same height. */
  readonly height: number;
}

/**
 * The rows near the view, and room for all others, so that the scroll bar is that of the whole table.
 *
 * @param kept the row that has the focus, or -1: it stays in the page wherever the view goes
 */
export function useNear(table: RefObject<HTMLTableElement | null>, count: number, kept: number): readonly Piece[] {
  const [near, setNear] = useState<Near>({ from: 0, to: 2 * beyond, height: 30 });
  const isLong = count > mostWhole;
  useLayoutEffect(() => {
    if (!isLong) return;
    function look() {
      const body = table.current?.tBodies[0];
      const height = body?.querySelector('tr[data-row]')?.getBoundingClientRect().height;
      if (!body || !height) return;
      const above = -body.getBoundingClientRect().top / height;
      // In steps, so that most scrolling renders nothing.
      const from = Math.max(0, Math.floor(above / 10) * 10 - beyond);
      const to = from + Math.ceil(innerHeight / height / 10) * 10 + 2 * beyond;
      setNear((now) => (now.from === from && now.to === to && now.height === height ? now : { from, to, height }));
    }
    look();
    // The scrolling box is the panel at a desk and the page on a phone.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  }, [isLong, table]);
  return isLong ? piecesOf(count, near, kept) : Array.from({ length: count }, (_, row) => ({ row }));
}

/** @param near which rows are in the page, and how high each is */
export function piecesOf(count: number, { from, to, height }: Near, kept: number): Piece[] {
  const first = Math.min(from, Math.max(0, count - 1));
  const rows = Array.from({ length: Math.max(0, Math.min(to, count) - first) }, (_, index) => first + index);
  if (kept >= 0 && kept < count && !rows.includes(kept)) {
    rows.push(kept);
    rows.sort((one, other) => one - other);
  }
  const pieces: Piece[] = [];
  let next = 0;
  for (const row of rows) {
    if (row > next) pieces.push({ from: next, height: (row - next) * height });
    pieces.push({ row });
    next = row + 1;
  }
  if (next < count) pieces.push({ from: next, height: (count - next) * height });
  return pieces;
}
