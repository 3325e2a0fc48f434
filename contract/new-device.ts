import * as v from 'valibot';
import * as calls from './calls/new-device.ts';
import { describeCalls } from './endpoint.ts';
import { code } from './forms/identity.ts';
import { newPhone } from './forms/new-phone.ts';
import { endOthers, messageMethod, user, verification } from './identity.ts';
import { uuid } from './values.ts';

const describe = describeCalls('Identity', calls);

export const sendSecondStepCode = describe('sendSecondStepCode', {
  caller: 'anyone',
  summary:
    'Send the code of a waiting sign-in, by SMS or e-mail as its challenge allows; by the first of them unless `method` says otherwise. Again after a minute at the earliest.',
  body: v.strictObject({ challengeId: uuid, method: v.optional(messageMethod) }),
  answer: v.object({}),
  problems: ['challenge_over', 'messages_stopped'],
});

export const changePhone = describe('changePhone', {
  caller: 'client',
  summary:
    'Ask for another phone: a code is sent to it, and the old phone stays until the code is entered. It needs a strong proof. Asked again, it sends the code again.',
  body: newPhone,
  answer: v.object({ verification }),
  problems: ['unauthenticated', 'proof_needed', 'phone_unconfirmed', 'conflict', 'messages_stopped'],
});

export const confirmNewPhone = describe('confirmNewPhone', {
  caller: 'client',
  summary: 'Prove the new phone with the code; from now on it is the phone of the account.',
  body: v.strictObject({ code, endOthers }),
  answer: v.object({ user }),
  problems: ['unauthenticated', 'invalid_code', 'phone_taken'],
});

export const newDeviceEndpoints = [sendSecondStepCode, changePhone, confirmNewPhone] as const;
