import { readOneKey } from '#server/config.ts';
import { openWebhookKeys } from '#server/webhooks/keys.ts';

const usage = `npm run --silent webhook-secret -- <endpoint> <keys>

prints the secret that signs what an endpoint of webhooks is sent, and the public key, which the console shows too:
  <endpoint>   its id, as the console shows it
  <keys>       the number of its keys, as the console shows it`;

/**
 * Derives the keys of an endpoint, with the setting WEBHOOK_KEY alone: no process that others reach has to hold the secret.
 *
 * @returns the exit code: 0 when they were printed, 2 when it was called wrongly
 */
export function runWebhookSecret(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  printError: (line: string) => void,
): number {
  const [endpoint = '', generation = '', ...rest] = args;
  const isCalledWell =
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(endpoint) && /^[1-9]\d{0,5}$/.test(generation);
  if (!isCalledWell || rest.length > 0) {
    printError(usage);
    return 2;
  }
  try {
    const { secret, publicKey } = openWebhookKeys(readOneKey('WEBHOOK_KEY', env), endpoint, Number(generation));
    print(secret);
    print(`whpk_${publicKey.toString('base64')}`);
    return 0;
  } catch (error) {
    printError(`✗ ${(error as Error).message}`);
    return 2;
  }
}
