import { useEffect, useEffectEvent } from 'react';
import { Link } from 'wouter';
import { wallets } from '#contract/calls/explanation.ts';
import { explainPlayerWallet } from '#contract/calls/operator/explanation.ts';
import { Empty } from '#console/kit/Empty.tsx';
import { Opens } from '#console/kit/Figure.tsx';
import { ListTable, type Column } from '#console/kit/Table.tsx';
import { useAddress } from '#console/kit/useAddress.ts';
import { useList, type RowOf } from '#console/kit/useList.ts';
import { amount } from '#console/values/amounts.ts';
import { formatFull } from '#console/values/time.ts';
import { methodName, providerName } from '#console/values/names.ts';
import { words } from '#console/words/en/players.ts';
import styles from './Player.module.css';

type Part = RowOf<typeof explainPlayerWallet>;

interface OriginProps {
  readonly id: number;
  /** The moment to show; null shows the present. */
  readonly at?: string | null;
}

/** The origin of each franc of a wallet, which `wallet` in the address names. */
export function Origin({ id, at = null }: OriginProps) {
  const { filters, link } = useAddress();
  const wallet = wallets.find((one) => one === filters['wallet']) ?? 'win';
  const list = useList(
    explainPlayerWallet,
    { params: { id: String(id) }, query: { wallet, ...(at !== null && { at }) } },
    {},
  );
  // A page ends after 100,000 postings, whatever it has found among them.
  const isEmptyPage = list.rows.length === 0 && list.hasMore && !list.isLoadingMore;
  const goOn = useEffectEvent(() => list.more());
  useEffect(() => {
    if (isEmptyPage) goOn();
  }, [isEmptyPage]);
  const total = list.rows.reduce((sum, { left }) => sum + left, 0);
  // The sum of only some rows would be a wrong balance.
  const isAll = !list.hasMore && !list.isCut && list.rows.length > 0;
  return (
    <>
      <div className={styles.filters}>
        <nav className="row" aria-label={words.origin.wallet}>
          {wallets.map((one) => (
            <Link
              key={one}
              className={styles.tab}
              to={link({ filters: { wallet: one } })}
              aria-current={one === wallet ? 'page' : undefined}
            >
              {words.origin.wallets[one]}
            </Link>
          ))}
        </nav>
        <p className="small quiet">{words.origin.rule}</p>
      </div>
      <ListTable
        label={words.tabs.origin}
        list={list}
        opens={false}
        empty={<Empty says={words.origin.empty} />}
        fold={['what', 'left', 'of', 'at']}
        columns={columns}
        {...(isAll && { total: { what: words.origin.together, left: amount(total) } })}
      />
    </>
  );
}

const columns: readonly Column<Part>[] = [
  { key: 'at', time: ({ at }) => at, show: 'full', width: 150 },
  { key: 'what', cell: ({ kind }) => words.lines[kind] ?? kind, look: 'bold', width: 100 },
  { key: 'of', head: '', cell: (part) => <About part={part} /> },
  { key: 'credited', head: words.origin.credited, amount: ({ credited }) => credited, look: 'quiet', width: 80 },
  { key: 'left', head: words.origin.left, amount: ({ left }) => left, width: 80 },
];

/** The ticket with its draw, the payment, or the author and reason of an adjustment. */
function About({ part: { ticket, payment, adjustment, reference } }: { readonly part: Part }) {
  if (ticket) {
    return (
      <>
        <span className="mono">{ticket.serial}</span> {ticket.name}{' '}
        <span className="mono">{ticket.selectedNumbers.join(' ')}</span>,{' '}
        <Opens to={`/draws/${ticket.drawId}`}>{words.origin.draw(formatFull(ticket.fullDate))}</Opens>
      </>
    );
  }
  if (payment) {
    return (
      <Opens to={`/payments/${reference}`}>
        {providerName(payment.provider)} · {methodName(payment.method)} ·{' '}
        <span className="mono">{reference.slice(0, 8)}</span>
      </Opens>
    );
  }
  if (!adjustment) return null;
  return (
    <>
      {words.origin.by(adjustment.author, adjustment.reason)}{' '}
      {adjustment.request !== null && <Opens to={`/requests/${adjustment.request}`}>{words.origin.request}</Opens>}
    </>
  );
}
