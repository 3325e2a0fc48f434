import { Counter, Histogram, type Registry } from 'prom-client';
import type { Admission } from '#server/http/admission.ts';
import { addReadings } from '#server/http/metrics.ts';
import type { Intake, IntakeObserver } from './intake.ts';

/** Counts what this process's intake does; returns what the intake has to tell. */
export function observeIntake(registry: Registry): IntakeObserver {
  const batch = new Histogram({
    name: 'intake_batch_checkouts',
    help: 'How many checkouts went together in one statement.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024],
    registers: [registry],
  });
  const wait = new Histogram({
    name: 'intake_wait_seconds',
    help: 'How long checkouts waited until their answer was there.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1.5, 3],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'intake_answers_total',
    help: 'Checkouts by what became of them: placed, another verdict, overloaded, or unavailable.',
    labelNames: ['answer'],
    registers: [registry],
  });
  for (const answer of possibleAnswers) answers.inc({ answer }, 0);
  return {
    onBatch: (checkouts) => batch.observe(checkouts),
    onAnswer(answer, waitedMs) {
      answers.inc({ answer });
      wait.observe(waitedMs / 1_000);
    },
  };
}

/** Each counter starts at 0: an increase can be seen only from an earlier value. */
const possibleAnswers: readonly Parameters<IntakeObserver['onAnswer']>[0][] = [
  'placed',
  'placed_before',
  'in_the_way',
  'limit',
  'insufficient_funds',
  'overloaded',
  'unavailable',
];

const loadGauges = {
  intake_waiting_checkouts: 'Checkouts that wait for a statement.',
  intake_waiting_tickets: 'Tickets in them.',
  intake_waiting_tickets_most: 'With so many, further checkouts are refused.',
  bets_served: 'Calls that place bets and are being served.',
  bets_served_most: 'How many may be served at a time now: fewer when they are late.',
};

/** Reads how busy this process's intake is at each scrape. */
export function addIntakeMetrics(registry: Registry, intake: Intake, admission: Admission): void {
  addReadings(registry, loadGauges, () => {
    const { checkouts, tickets, mostTickets } = intake.load();
    const { served, most } = admission.load();
    return {
      intake_waiting_checkouts: checkouts,
      intake_waiting_tickets: tickets,
      intake_waiting_tickets_most: mostTickets,
      bets_served: served,
      bets_served_most: most,
    };
  });
}
