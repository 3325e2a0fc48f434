import type { Country } from '#domain/countries.ts';
import type { Random } from './random.ts';

/** An invented player. */
export interface InventedPlayer {
  readonly firstName: string;
  readonly lastName: string;
  /** E.164 */
  readonly phone: string;
  /** ISO 8601 */
  readonly birthDate: string;
  readonly country: Country;
  readonly method: string;
  /** Milliseconds since 1970. */
  readonly joinedAt: number;
  /** How often this player plays, compared with the others. */
  readonly eagerness: number;
  /** Set for the client that signs in, whose past is made to be looked at. */
  readonly shown?: {
    readonly clientId: number;
    /** When the site made the client. The past is over before. */
    readonly until: number;
  };
}

/** The site's data about the person behind the client that signs in. */
export type ShownClient = Pick<InventedPlayer, 'firstName' | 'lastName' | 'phone' | 'birthDate' | 'country'>;

/** The client that signs in, as a player of the month from its beginning. */
export function showPlayer(
  client: ShownClient,
  shown: NonNullable<InventedPlayer['shown']>,
  from: number,
): InventedPlayer {
  const { firstName, lastName, phone, birthDate, country } = client;
  const person = { firstName, lastName, phone, birthDate, country };
  return { ...person, method: 'wave', joinedAt: from - day, eagerness: 0, shown };
}

const firstNames = [
  'Aïcha', 'Aminata', 'Awa', 'Binta', 'Fanta', 'Fatou', 'Kadiatou', 'Mariam', 'Nafi', 'Rokia', 'Salimata', 'Yacine', 'Adama', 'Bakary',
  'Boubacar', 'Cheick', 'Drissa', 'Ibrahima', 'Issa', 'Kofi', 'Koffi', 'Lassina', 'Mamadou', 'Modibo', 'Moussa', 'Ousmane', 'Seydou', 'Yao',
]; // prettier-ignore
const lastNames = [
  'Bamba', 'Cissé', 'Coulibaly', 'Dembélé', 'Diallo', 'Diarra', 'Diop', 'Fall', 'Kaboré', 'Keïta', 'Koffi', 'Konaté', 'Koné', 'Kouassi',
  'Kouyaté', 'Mensah', 'Ndiaye', 'Ouattara', 'Ouédraogo', 'Sanogo', 'Sarr', 'Sow', 'Touré', 'Traoré', 'Yao', 'Zongo',
]; // prettier-ignore

/** Their phones look right, and are used by nothing else here: the beginning, and how many digits follow. */
const homes: readonly (readonly [{ country: Country; prefix: string; digits: number }, weight: number])[] = [
  [{ country: 'CI', prefix: '+2250790', digits: 6 }, 60],
  [{ country: 'SN', prefix: '+221770', digits: 6 }, 20],
  [{ country: 'ML', prefix: '+2237600', digits: 4 }, 8],
  [{ country: 'BF', prefix: '+2267000', digits: 4 }, 7],
  [{ country: 'TG', prefix: '+2289000', digits: 4 }, 5],
];

const day = 24 * 60 * 60 * 1_000;

/** @param from when the month begins; two thirds of the players joined before */
export function inventPlayers(
  random: Random,
  count: number,
  { from, to }: { from: number; to: number },
): InventedPlayer[] {
  return Array.from({ length: count }, (_, index) => {
    const { country, prefix, digits } = random.weighted(homes);
    const joinedBefore = random.chance(2 / 3);
    return {
      firstName: random.pick(firstNames),
      lastName: random.pick(lastNames),
      phone: prefix + String(index * 7 + 1_000).padStart(digits, '0'),
      birthDate: new Date(Date.UTC(random.between(1962, 2005), random.between(0, 11), random.between(1, 28)))
        .toISOString()
        .slice(0, 10),
      country,
      method: random.weighted([
        ['wave', 5],
        ['orange', 4],
        ['mtn', 2],
      ]),
      joinedAt: joinedBefore ? from - random.between(0, 300 * day) : random.between(from, to - 2 * day),
      // Few play much, many play little.
      eagerness: 1 / (index + 3),
    };
  });
}
