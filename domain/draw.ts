/** The states of a draw's life. `void` ends a draw from open or closed only; a drawn draw is never voided. */
export const drawStatuses = ['open', 'closed', 'drawn', 'settled', 'void'] as const;
export type DrawStatus = (typeof drawStatuses)[number];

/** The rules every new draw is sold under; a ticket is settled by the rules of its draw for ever. */
export const currentRules = 'izi-1';
