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

export const listWebhookEndpoints = { method: 'GET', path: endpoints, status: 200, holds: 'data' } as const;
export const listWebhookDeliveries = {
  method: 'GET',
  path: `${endpoints}/{id}/deliveries`,
  status: 200,
  holds: 'data',
} as const;
export const stopWebhookEndpoint = {
  method: 'POST',
  path: `${endpoints}/{id}/stop`,
  status: 200,
  holds: 'data',
} as const;
export const replayWebhooks = { method: 'POST', path: `${endpoints}/{id}/replay`, status: 200, holds: 'data' } as const;
