import type { words as english } from '#web/words/en/identity-section.ts';

export const words: typeof english = {
  title: 'Mon identité',
  note: 'Les plafonds, et la pièce qui les relève',
};
