import { randomUUID } from 'node:crypto';
import { formatFrancs } from '#domain/money.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { openAdapter } from '#server/open-adapter.ts';
import { operatorLimits } from '#server/payments/limits.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;

/** The keys of draws, codes and clients are not used here. */
const unusedKey = Buffer.alloc(32).toString('base64url');

/**
 * Prints what the accounts of these settings offer, what our wallets there hold, and what an account says of a payment that nobody
 * made. It makes only calls that read.
 *
 * @param args nothing: all accounts; or `check` and the accounts
 * @returns the exit code: 1 where one offers nothing, cannot be asked, or has a wallet that holds less than the largest withdrawal
 */
export async function runProvider(
  [command, ...names]: readonly string[],
  environment: Environment,
  print: Print,
  complain: Print,
): Promise<number> {
  try {
    const { payments, publicUrl } = readConfig(environment, () => unusedKey);
    const strange = names.find((name) => !payments.accounts.some(({ id }) => id === name));
    if (strange !== undefined) throw new ConfigError(`PAYMENTS does not name ${strange}`);
    if (command !== undefined && (command !== 'check' || names.length === 0)) {
      throw new ConfigError('say nothing, or “check” and the accounts');
    }
    const accounts = payments.accounts.filter(({ id }) => names.length === 0 || names.includes(id));
    const adapters = accounts.map((account) => openAdapter(account, () => publicUrl ?? 'http://localhost'));
    const wrong = await Promise.all(adapters.map((adapter) => isWrong(adapter, print, complain)));
    return wrong.includes(true) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    complain(`✗ ${error.message}`);
    return 1;
  }
}

async function isWrong(adapter: PaymentProvider | null, print: Print, complain: Print): Promise<boolean> {
  if (adapter === null) {
    complain('✗ PAYMENTS is sandbox: it has no account');
    return true;
  }
  const { id } = adapter;
  const offered = await adapter.capabilities();
  if (offered.length === 0) {
    complain(`✗ ${id} offers nothing: it was not reached, or the account has nothing`);
    return true;
  }
  for (const { direction, country, method, min, max } of offered) {
    print(`${id} ${direction} ${country} ${method}: ${formatFrancs(min)} to ${formatFrancs(max)}`);
  }
  const [holdsLess, isSilent] = [
    await holdsTooLittle(adapter, print, complain),
    await isNotHeard(adapter, print, complain),
  ];
  return holdsLess || isSilent;
}

async function holdsTooLittle({ id, floats }: PaymentProvider, print: Print, complain: Print): Promise<boolean> {
  if (floats === undefined) return false;
  const wallets = await floats();
  if (wallets === null) complain(`✗ ${id} does not say what our wallets hold`);
  const least = operatorLimits.withdrawal.max;
  for (const { country, method, amount } of wallets ?? []) {
    const wallet = method === null ? country : `${country} ${method}`;
    print(`${amount < least ? '✗' : '✓'} ${id} wallet ${wallet}: ${formatFrancs(amount)}`);
  }
  return wallets === null || wallets.some(({ amount }) => amount < least);
}

/** Asks the provider about payments that do not exist. A wrong key, or an answer in an undocumented form, makes them anything but absent. */
async function isNotHeard(
  { id, lookup, findsPayouts }: PaymentProvider,
  print: Print,
  complain: Print,
): Promise<boolean> {
  const directions = (['deposit', 'withdrawal'] as const).filter((one) => one === 'deposit' || findsPayouts !== false);
  const answers = await Promise.all(
    directions.map(async (direction) => {
      const answer = await lookup(direction, randomUUID());
      if (answer.state === 'absent') print(`✓ ${id} finds no ${direction} that nobody made`);
      else complain(`✗ ${id} was asked about a ${direction} that nobody made: ${describe(answer)}`);
      return answer.state;
    }),
  );
  return answers.some((state) => state !== 'absent');
}

function describe(answer: { readonly state: string; readonly cause?: string }): string {
  return answer.cause ?? answer.state;
}
