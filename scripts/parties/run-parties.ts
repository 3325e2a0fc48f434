import { connect } from '#database/connect.ts';
import { readKeyRing, readSecret } from '#server/config.ts';
import { openParties } from '#server/payments/party/look.ts';

const usage = `npm run --silent parties -- <number> <operator>

prints the parties of a client's payments, after one operator asked and another approved:
  select ask_for_parties(<client>, '<operator>', '<reason>')   returns the number
  select approve_party_look(<number>, '<other operator>')`;

/**
 * Opens the parties that two operators may look at, with the settings DATABASE_OWNER_URL, PARTY_KEY and PARTY_KEY_FORMER.
 *
 * @param print gets one JSON document for each payment
 * @returns the exit code: 0 when they were opened, 1 when they may not be, 2 when it was called wrongly
 */
export async function runParties(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const [asked = '', operator = '', ...rest] = args;
  if (!/^\d{1,15}$/.test(asked) || operator === '' || rest.length > 0) {
    printError(usage);
    return 2;
  }
  try {
    const connectionString = readSecret('DATABASE_OWNER_URL', env);
    const keys = readKeyRing('PARTY_KEY', env);
    if (connectionString === '' || keys === null) {
      printError('DATABASE_OWNER_URL and PARTY_KEY have to be set');
      return 2;
    }
    const owner = connect({ config: { connectionString }, applicationName: 'izi parties', max: 1 });
    try {
      for (const payment of await openParties(owner, keys, Number(asked), operator)) print(JSON.stringify(payment));
      return 0;
    } finally {
      await owner.end();
    }
  } catch (error) {
    printError(`✗ ${(error as Error).message}`);
    return 1;
  }
}
