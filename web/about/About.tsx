import { betNames, betTypes, highestMult, type BetType } from '#domain/bet-types.ts';
import { formatAmount, formatFrancs } from '#domain/money.ts';
import { Page } from '#web/layout/Page.tsx';
import { contactEmail } from '#web/site.ts';
import { Card } from '#ui/Card.tsx';
import { Link } from '#ui/Link.tsx';
import { Table } from '#ui/Table.tsx';
import { words } from '#web/words/en/about.ts';
import styles from './About.module.css';

export default function About() {
  const { what, bets, draws, help, licence } = words;
  return (
    <Page title={words.title} lead={words.lead} width="column">
      <Card title={what.title} className={styles.text}>
        <Paragraphs of={what.paragraphs} />
      </Card>
      <div id="bets">
        <Card title={bets.title} className={styles.text}>
          <p>{bets.text}</p>
          <div className={styles.bets}>
            <BetTable />
          </div>
          <p>{bets.example}</p>
          <p>{bets.returned}</p>
          <h3>{bets.tiersTitle}</h3>
          <TierTable />
        </Card>
      </div>
      <div id="draws">
        <Card title={draws.title} className={styles.text}>
          <Paragraphs of={draws.paragraphs} />
          <p>
            <Link to="/results">{draws.results}</Link>
          </p>
          <p>
            <Link to="/verify">{draws.verify}</Link>
          </p>
        </Card>
      </div>
      <div id="help">
        <Card title={help.title} className={styles.text}>
          <p>{help.intro}</p>
          <ul>
            {help.signs.map((sign) => (
              <li key={sign}>{sign}</li>
            ))}
          </ul>
          <Paragraphs of={help.outro} />
          <p>
            <Link to="/profile#play-limits">{help.limits}</Link>
          </p>
          <p>
            <a href={help.href} rel="noreferrer">
              {help.link}
            </a>
          </p>
        </Card>
      </div>
      <Card title={licence.title} className={styles.text}>
        <p>
          {licence.text} <a href={licence.href}>{licence.link}</a>
        </p>
        {contactEmail && (
          <p>
            {licence.contact} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </p>
        )}
        <p>
          <a href="/api/docs">{licence.api}</a>
        </p>
      </Card>
    </Page>
  );
}

function Paragraphs({ of: paragraphs }: { of: readonly string[] }) {
  return paragraphs.map((text) => <p key={text}>{text}</p>);
}

function BetTable() {
  const { head, caption, rules } = words.bets;
  return (
    <Table
      blocks
      caption={caption}
      head={[
        { label: head.bet },
        { label: head.rule },
        { label: head.pays, end: true },
        { label: head.chance, end: true },
        { label: head.rtp, end: true },
      ]}
    >
      {betNames.map((name) => {
        const betType = betTypes[name];
        return (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={styles.rule}>{rules[name]}</td>
            <td data-end>{paysText(betType)}</td>
            <td data-end data-label={head.chance}>
              {chanceText(betType)}
            </td>
            <td data-end data-label={head.rtp}>
              {percentText(betType)}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function TierTable() {
  const { tiersHead, tiersCaption } = words.bets;
  const { tiers, initialStake } = betTypes.IziOrder;
  return (
    <Table
      caption={tiersCaption}
      head={[{ label: tiersHead.places }, { label: tiersHead.pays, end: true }, { label: tiersHead.stake, end: true }]}
    >
      {tiers.map(({ hits, mult }) => (
        <tr key={hits}>
          <th scope="row">{hits}</th>
          <td data-end>×{formatAmount(mult)}</td>
          <td data-end>{formatFrancs(initialStake * mult)}</td>
        </tr>
      ))}
    </Table>
  );
}

function paysText(betType: BetType): string {
  const times = `×${formatAmount(highestMult(betType))}`;
  return betType.name === 'IziOrder' ? `${words.bets.upTo} ${times}` : times;
}

function chanceText({ probability: [wins, of] }: BetType): string {
  return words.bets.chance(String(Number((of / wins).toFixed(1))));
}

function percentText({ rtp: [back, of] }: BetType): string {
  return `${((back / of) * 100).toFixed(1)} %`;
}
