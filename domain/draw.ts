/** The states of a draw. Only an open or closed draw can become `void`; a drawn draw is never voided. */
export const drawStatuses = ['open', 'closed', 'drawn', 'settled', 'void'] as const;
export type DrawStatus = (typeof drawStatuses)[number];

/** The rules of every new draw. A ticket is always settled by the rules of its own draw. */
export const currentRules = 'izi-1';
