import type { DocumentSide } from '#contract/documents.ts';
import type { DocumentType } from '#contract/forms/documents.ts';

/** Words of *My identity*. */
export const words = {
  tier: {
    0: { title: 'Phone not confirmed', text: 'No money can be added or withdrawn before your phone is confirmed.' },
    1: {
      title: 'Phone confirmed',
      text: 'You can play. Send an identity document if you want to add or withdraw more.',
    },
    2: { title: 'Identity confirmed', text: 'Your identity document was accepted.' },
  },
  noLimits: 'On this site no document is needed to add or withdraw money.',
  used: {
    deposit: { perDay: 'Added in 24 hours', per30Days: 'Added in 30 days' },
    withdrawal: { perDay: 'Withdrawn in 24 hours', per30Days: 'Withdrawn in 30 days' },
  },
  usedOf: (used: string, limit: string) => `${used} of ${limit}`,
  waitingWin: {
    title: (amount: string) => `Your win of ${amount} waits for a document`,
    text: 'Before winnings of over 1,000,000 francs are paid out, we have to know who you are. You can play with them now.',
  },

  title: 'Identity document',
  lead: 'We need photos of a valid document with your name, photo and date of birth. Only our staff sees them, and you can download or erase them with your data.',
  confirmFirst: 'Confirm your phone first.',

  type: 'Document',
  types: {
    national_id: 'National identity card',
    passport: 'Passport',
    residence_permit: 'Residence permit',
    driving_licence: 'Driving licence',
  } satisfies Record<DocumentType, string>,
  country: 'Issued by',
  number: 'Number of the document',
  expiresOn: 'Valid until',
  expiresOnWrong: 'Enter the last day of the document, such as 24/08/2031.',
  start: 'Go on to the photos',

  ending: (type: string, last4: string) => `${type} ending in ${last4}`,
  sides: { front: 'Front', back: 'Back' } satisfies Record<DocumentSide, string>,
  photoPage: 'Page with the photo',
  hints: 'Lay the document on a dark surface. All corners and all letters have to be sharp, without reflections.',
  take: (side: string) => `Take a photo: ${side.toLowerCase()}`,
  retake: (side: string) => `Take again: ${side.toLowerCase()}`,
  preview: (side: string) => `Your photo: ${side.toLowerCase()}`,
  noPhoto: 'No photo yet',
  sentBefore: 'Sent',
  reading: 'Reading the photo',
  sending: (percent: number) => `Sending: ${percent} %`,
  sent: 'Photo sent',
  noPicture: {
    title: 'This is no photo',
    text: 'Your browser cannot read this file. Take a photo, or choose a JPEG or PNG.',
  },
  progress: (side: string) => `Sending the ${side.toLowerCase()}`,
  submit: 'Send for checking',
  submitted: 'Your document is on its way to us.',
  other: 'Use another document',

  waiting: {
    title: 'We are checking your document',
    text: (document: string) => `${document}. We will send you a message when we have looked at it.`,
  },
  accepted: { title: 'Your document was accepted' },
  refused: { title: 'Your document was not accepted', again: 'You can send another one, or better photos of it.' },
};
