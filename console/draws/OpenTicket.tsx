import { Balls } from '#console/kit/Balls.tsx';
import { LinkButton } from '#console/kit/Button.tsx';
import { Facts, mono } from '#console/kit/Facts.tsx';
import { Fold } from '#console/kit/Fold.tsx';
import { OpenPanel } from '#console/kit/OpenPanel.tsx';
import { amount, none } from '#console/values/amounts.ts';
import { dayOf } from '#console/values/time.ts';
import { Time } from '#console/values/Time.tsx';
import { words } from '#console/words/en/draws.ts';
import { words as kitWords } from '#console/words/en/kit.ts';
import type { OpenedDraw } from './late.tsx';
import { multipleOf, Numbers, Player, Standing, type Ticket } from './tickets.tsx';

interface OpenTicketProps {
  readonly of: Ticket;
  readonly draw: OpenedDraw;
}

/** One ticket beside those of its draw. */
export function OpenTicket({ of: ticket, draw: { result } }: OpenTicketProps) {
  const { tickets: says } = words;
  return (
    <OpenPanel
      title={
        <>
          {says.columns.ticket} <span className="mono">{ticket.serial}</span>
        </>
      }
      beside={<Standing of={ticket} />}
    >
      <div className="body stack">
        <Facts
          of={[
            [kitWords.columns.player, <Player key="player" of={ticket} />],
            [kitWords.columns.phone, ticket.phone ?? none],
            [kitWords.columns.betType, <b key="bet">{ticket.name}</b>],
            [says.numbers, <Numbers key="numbers" of={ticket} />],
            result && [says.result, <Balls key="result" of={result.map(Number)} />],
            [says.columns.bought, <Time key="bought" at={ticket.acceptedAt} show="full" />],
            [kitWords.columns.stake, <b key="stake">{amount(ticket.stake)}</b>],
            ticket.status === 'win' && [says.columns.pays, multipleOf(ticket)],
            ticket.paid !== null && [kitWords.columns.paid, <b key="paid">{amount(ticket.paid)}</b>],
            ticket.paidAt !== null && [says.columns.paidAt, <Time key="paidAt" at={ticket.paidAt} show="full" />],
          ]}
        />
        <div>
          <LinkButton to={`/players/${ticket.clientId}?view=tickets&day=${dayOf(ticket.acceptedAt)}`}>
            {says.sameDay}
          </LinkButton>
        </div>
        <Fold title={says.technical} name="technical">
          <Facts of={[[kitWords.columns.id, mono(ticket.id)]]} />
        </Fold>
      </div>
    </OpenPanel>
  );
}
