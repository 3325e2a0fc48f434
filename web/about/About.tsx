import type { ReactNode } from 'react';
import { betNames, betTypes, highestMult, type BetName, type BetType } from '#domain/bet-types.ts';
import { chanceOf } from '#domain/chance.ts';
import { formatAmount } from '#domain/money.ts';
import { Page } from '#web/layout/Page.tsx';
import { contact, help as helpLine } from '#web/contact.ts';
import { NinePlaces } from '#web/tickets/NinePlaces.tsx';
import { formatMult, formatOneIn, formatPercent } from '#web/tickets/odds.ts';
import { Card } from '#ui/Card.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/Link.tsx';
import { Table } from '#ui/Table.tsx';
import { icons } from '#ui/icons.ts';
import { lazyPart } from '#web/layout/lazyPart.tsx';
import { words } from '#web/words/en/about.ts';
import { words as tryWords } from '#web/words/en/try-bets.ts';
import { colon } from '#web/words/en/marks.ts';
import styles from './About.module.css';

// Its code is not needed to read the page. The sentence is there from the first paint, where it will be.
const TryBets = lazyPart(() => import('./TryBets.tsx'), {
  waiting: (
    <div className={styles.try}>
      <p>{tryWords.idle}</p>
    </div>
  ),
});

/** The parts of the page by the hash that names them, in their order. */
const parts = ['steps', 'draws', 'bets', 'questions', 'help', 'contact'] as const;

interface Listed {
  readonly title: string;
  readonly note?: string;
}

export default function About() {
  const { bets, draws, questions, help, licence } = words;
  return (
    <Page title={words.title} lead={words.lead} width="column">
      <TryBets />
      <nav aria-label={words.contents} className={styles.contents}>
        {parts.map((part) => {
          const { title, note }: Listed = words[part];
          return (
            <a key={part} href={`#${part}`}>
              {title}
              {note && <small>{note}</small>}
              <Icon path={icons.chevronDown} size={20} />
            </a>
          );
        })}
      </nav>
      <Part id="steps">
        <Steps list={words.steps.list} />
      </Part>
      <Part id="draws">
        <Steps list={draws.list} />
        <Links>
          <Link to="/results">{draws.results}</Link>
          <Link to="/verify">{draws.verify}</Link>
          <Link to="/figures">{draws.figures}</Link>
        </Links>
      </Part>
      <Part id="bets">
        <p>{bets.text}</p>
        <ul className={styles.bets}>
          {betNames.map((name) => (
            <Bet key={name} name={name} />
          ))}
        </ul>
        <p>{bets.example}</p>
        <h3>{bets.tiersTitle}</h3>
        <TierTable />
      </Part>
      <Part id="questions">
        <div>
          {questions.list.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>
                {question}
                <Icon path={icons.chevronDown} size={20} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </Part>
      <Part id="help">
        <p>{help.intro}</p>
        <ul className={styles.signs}>
          {help.signs.map((sign) => (
            <li key={sign}>{sign}</li>
          ))}
        </ul>
        <p>{help.outro}</p>
        <Links>
          <Link to="/profile#play-limits">{help.limits}</Link>
          <a href={helpLine.href} target="_blank" rel="noopener">
            {help.link(helpLine.name)}
          </a>
        </Links>
      </Part>
      <Part id="contact">
        <Contact />
      </Part>
      <Card title={licence.title} className={styles.text}>
        <p>{licence.text}</p>
        <Links>
          <a href={licence.href} target="_blank" rel="noopener">
            {licence.link}
          </a>
          <a href="/api/docs">{licence.api}</a>
        </Links>
      </Card>
    </Page>
  );
}

function Part({ id, children }: { id: (typeof parts)[number]; children: ReactNode }) {
  return (
    <div id={id}>
      <Card title={words[id].title} className={styles.text}>
        {children}
      </Card>
    </div>
  );
}

function Steps({ list }: { list: readonly { title: string; text: string }[] }) {
  return (
    <ol className={styles.steps}>
      {list.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

function Links({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>;
}

function Bet({ name }: { name: BetName }) {
  const betType = betTypes[name];
  const { rules, wins, winsExactly, pays, chance, oneIn, returned } = words.bets;
  const { hit } = betType;
  return (
    <li className={styles.bet}>
      <h3>{name}</h3>
      <NinePlaces hit={hit} label={hit.kind === 'top' ? wins(hit.depth) : winsExactly} />
      <p>{rules[name]}</p>
      <dl className={styles.figures}>
        <Figure name={pays}>{paysText(betType)}</Figure>
        <Figure name={chance}>{oneIn(formatOneIn(betType.probability))}</Figure>
        <Figure name={returned}>{formatPercent(betType.rtp)}</Figure>
      </dl>
    </li>
  );
}

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TierTable() {
  const { tiersHead, tiersCaption, oneIn } = words.bets;
  const { tiers, initialStake } = betTypes.IziOrder;
  return (
    <Table
      caption={tiersCaption}
      head={[
        { label: tiersHead.places },
        { label: tiersHead.pays, end: true },
        { label: tiersHead.stake, end: true },
        { label: tiersHead.chance, end: true },
      ]}
    >
      {tiers.map(({ hits, mult }) => (
        <tr key={hits}>
          <th scope="row">{hits}</th>
          <td data-end>{formatMult(mult)}</td>
          <td data-end>{formatAmount(initialStake * mult)}</td>
          <td data-end>{oneIn(formatOneIn(chanceOf(betTypes.IziOrder, hits)))}</td>
        </tr>
      ))}
    </Table>
  );
}

function Contact() {
  const { email, phone } = contact;
  if (!email && !phone) return <p>{words.contact.none}</p>;
  return (
    <>
      <p>{words.contact.text}</p>
      <Links>
        {email && <a href={`mailto:${email}`}>{words.contact.email + colon + email}</a>}
        {phone && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{words.contact.phone + colon + phone}</a>}
      </Links>
    </>
  );
}

/** The tiers begin with the lowest: the chance beside it is that of any prize. */
function paysText(betType: BetType): string {
  const highest = formatMult(highestMult(betType));
  return betType.name === 'IziOrder' ? words.bets.fromTo(formatMult(betType.tiers[0]!.mult), highest) : highest;
}
