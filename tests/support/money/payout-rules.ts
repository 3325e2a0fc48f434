import pino from 'pino';
import { createSendingLimits } from '#server/identity/codes/sending-limits.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import type { PayoutRules } from '#server/payments/payout-rules.ts';

/** The rules of a demonstration: only clients with a second factor are asked for a proof. */
export const payoutRules: PayoutRules = {
  proofOver: { amount: 50_000, forEverybody: false },
  notices: {
    sending: createSendingLimits({
      scale: 1_000,
      budget: { hour: 100_000, day: 1_000_000, smsPrice: 25 },
      log: pino({ level: 'silent' }),
    }),
    codeKey: openKeyRing('a key for tests'),
  },
};
