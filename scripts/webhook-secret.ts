// Prints the secret of an endpoint of webhooks, for its receiver: `npm run --silent webhook-secret -- <endpoint> <keys>`. See docs/webhooks.md.
import { runWebhookSecret } from './webhook-secret/run-webhook-secret.ts';

process.exitCode = runWebhookSecret(process.argv.slice(2), process.env, console.log, console.error);
