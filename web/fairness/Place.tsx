import { useId } from 'react';
import { formatAmount } from '#domain/money.ts';
import { words } from '#web/words/en/fairness.ts';
import type { PlaceInTree } from './place-in-tree.ts';
import styles from './Place.module.css';

/** Sizes in SVG user units, which are pixels on a phone. */
const width = 320;
const box = { width: 148, height: 24 };
const row = 40;
const centres = { left: box.width / 2 + 2, right: width - box.width / 2 - 2 };
const strip = { top: 26, height: 10 };

/** The tree from the sealed root down to the ticket, and the ticket's place in the row of all tickets. */
export function Place({ place }: { place: PlaceInTree }) {
  const id = useId();
  const { index, size, levels, root } = place;
  const [leaf, count] = [formatAmount(index), formatAmount(size)];
  // The drawing starts at the root, `levels` at the leaf.
  const downwards = levels.toReversed();
  const bottom = box.height + levels.length * row;
  const leafX = levels.length > 0 ? centres[levels[0]!.side] : width / 2;
  const stripY = bottom + strip.top;
  const spotX = 2 + ((index + 0.5) / size) * (width - 4);
  return (
    <figure className={styles.place}>
      <h4 className={styles.title}>{words.tree.title}</h4>
      <svg
        className={styles.tree}
        viewBox={`0 0 ${width} ${stripY + strip.height + 22}`}
        role="img"
        aria-labelledby={`${id}label`}
      >
        <title id={`${id}label`}>{words.tree.label(leaf, count, short(root), levels.length)}</title>
        {downwards.map(({ side }, depth) => {
          const fromX = depth === 0 ? width / 2 : centres[downwards[depth - 1]!.side];
          const fromY = box.height + depth * row;
          return (['left', 'right'] as const).map((end) => (
            <line
              key={`${depth} ${end}`}
              className={styles.line}
              data-way={end === side}
              x1={fromX}
              y1={fromY}
              x2={centres[end]}
              y2={fromY + row - box.height}
            />
          ));
        })}
        <line className={styles.line} data-way x1={leafX} y1={bottom} x2={spotX} y2={stripY} />
        <Box
          x={width / 2}
          y={0}
          text={levels.length > 0 ? words.tree.root(short(root)) : words.tree.mine(short(root))}
          onWay
        />
        {downwards.map(({ node, sibling, side }, depth) => {
          const y = (depth + 1) * row;
          const isLeaf = depth === downwards.length - 1;
          return [
            <Box key={node} x={centres[side]} y={y} text={isLeaf ? words.tree.mine(short(node)) : short(node)} onWay />,
            <Box key={sibling} x={centres[side === 'left' ? 'right' : 'left']} y={y} text={short(sibling)} />,
          ];
        })}
        <rect className={styles.strip} x={1} y={stripY} width={width - 2} height={strip.height} rx={5} />
        <rect className={styles.spot} x={spotX - 2} y={stripY - 3} width={4} height={strip.height + 6} rx={2} />
        <text className={styles.text} x={width / 2} y={stripY + strip.height + 17} textAnchor="middle">
          {words.tree.strip(leaf, count)}
        </text>
      </svg>
      <figcaption className={styles.caption}>{words.tree.caption}</figcaption>
    </figure>
  );
}

function Box({ x, y, text, onWay = false }: { x: number; y: number; text: string; onWay?: boolean }) {
  return (
    <g className={styles.box} data-way={onWay}>
      <rect x={x - box.width / 2} y={y + 0.5} width={box.width} height={box.height - 1} rx={7} />
      <text x={x} y={y + box.height / 2 + 4.5} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

function short(hash: string): string {
  return `${hash.slice(0, 8)}…`;
}
