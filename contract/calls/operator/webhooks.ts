import { get, post } from './answered-with-data.ts';

const endpoints = '/operator/webhooks';

/** The types of events that an endpoint can subscribe to. */
export const webhookTypes = [
  'payment.final',
  'payment.mismatched',
  'withdrawal.held',
  'withdrawal.decided',
  'draw.sealed',
  'draw.drawn',
  'draw.settled',
  'draw.called_off',
  'bet.settled',
  'client.excluded',
  'alarm.opened',
  'alarm.closed',
  'statement.compared',
] as const;
export const deliveryStates = ['waiting', 'delivered', 'given_up'] as const;

export const listWebhookEndpoints = get(endpoints);
export const listWebhookDeliveries = get(`${endpoints}/{id}/deliveries`);
export const stopWebhookEndpoint = post(`${endpoints}/{id}/stop`);
export const replayWebhooks = post(`${endpoints}/{id}/replay`);
