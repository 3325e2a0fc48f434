import { setTimeout as delay } from 'node:timers/promises';

/** Longer than any call that uses it takes, unless the machine is overloaded. */
const floorMs = 150;

/** Delays every answer to a fixed minimum time, so that the response time does not reveal who has an account. */
export async function answerInSameTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(floorMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
