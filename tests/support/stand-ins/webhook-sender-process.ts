// A worker that sends webhooks until it is killed: `node webhook-sender-process.ts <JSON of its database>`.
import { pino } from 'pino';
import { connect, type ConnectionConfig } from '#database/connect.ts';
import { startSendingWebhooks } from '#server/webhooks/send-webhooks.ts';
import { webhookKey } from '#tests/support/operator/payment-desk.ts';
import { waitMs } from '#tests/support/patience.ts';

const config = JSON.parse(process.argv[2]!) as ConnectionConfig;
const db = connect({ config, applicationName: 'izi test worker', max: 4, statementTimeoutMs: waitMs });
startSendingWebhooks(db, { key: webhookKey, hosts: ['localhost'], log: pino({ level: 'silent' }) });
process.on('disconnect', () => process.exit(0));
