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
 * Prints what each provider of these settings offers our account, and what our wallets there hold. It makes only calls that read.
 *
 * @returns the exit code: 1 where one offers nothing, or a wallet holds less than the largest withdrawal
 */
export async function runProvider(environment: Environment, print: Print, complain: Print): Promise<number> {
  try {
    const { payments, publicUrl } = readConfig(environment, () => unusedKey);
    const adapters = payments.accounts.map((account) => openAdapter(account, () => publicUrl ?? 'http://localhost'));
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
  for (const { direction, country, method, min, max } of offered) {
    print(`${id} ${direction} ${country} ${method}: ${formatFrancs(min)} to ${formatFrancs(max)}`);
  }
  const floats = (await adapter.floats?.()) ?? [];
  const least = operatorLimits.withdrawal.max;
  for (const { country, method, amount } of floats) {
    const wallet = method === null ? country : `${country} ${method}`;
    print(`${amount < least ? '✗' : '✓'} ${id} wallet ${wallet}: ${formatFrancs(amount)}`);
  }
  if (offered.length === 0) complain(`✗ ${id} offers nothing: it was not reached, or the account has nothing`);
  return offered.length === 0 || floats.some(({ amount }) => amount < least);
}
