import type { FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '#contract/identity.ts';
import {
  changePhone as changePhoneCall,
  confirmNewPhone as confirmNewPhoneCall,
  sendSecondStepCode as sendSecondStepCodeCall,
} from '#contract/new-device.ts';
import * as passkeyCalls from '#contract/passkeys.ts';
import { listSecurityEvents as listSecurityEventsCall } from '#contract/security.ts';
import { undoChange as undoChangeCall } from '#contract/undo.ts';
import type { Http } from '#server/http/http.ts';
import { Refusal } from '#server/http/refusal.ts';
import { route } from '#server/http/route.ts';
import { languageOf } from '#server/http/language.ts';
import { deviceIn } from '#server/words/languages.ts';
import { askForPhone, confirmNewPhone } from './change-phone/change-phone.ts';
import { readClient, toUser } from './client.ts';
import { confirmWithCode, confirmWithFirebase, sendPhoneCode } from './sign-up/confirm-phone.ts';
import { keepDeviceSecrets, readDeviceSecrets } from './devices/device-cookie.ts';
import type { KnownDevice } from './devices/device.ts';
import { undoChange } from './cooling-off/undo.ts';
import { confirmEmail, sendEmailCode } from './profile/email.ts';
import { addTotp, confirmTotp, forgetDevice, readFactors, removeTotp, renewRecoveryCodes } from './factors/factors.ts';
import type { Caller, Identity } from './identity.ts';
import { sendSecondStepCode } from './new-device/message-code.ts';
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './passkeys/passkeys.ts';
import { askForPasskey, signInWithPasskey } from './passkeys/sign-in.ts';
import { changePassword } from './passwords/password-change.ts';
import { forgotPassword, resetPassword } from './passwords/password-reset.ts';
import { updateProfile } from './profile/profile.ts';
import { proveSession, readProofOptions, requireProof } from './proof/proof.ts';
import { listSecurityEvents } from './security-log/read-security-events.ts';
import { register } from './sign-up/register.ts';
import { passSecondStep } from './second-step/second-step.ts';
import { originOf, recordEnded } from './security-log/security-log.ts';
import { endSession, listSessions } from './sessions/sessions.ts';
import { signIn } from './sign-in/sign-in.ts';

export function registerIdentityRoutes(http: Http, identity: Identity): void {
  const { db, security, forget, https } = identity;

  const callerOf = (request: FastifyRequest): Caller => ({
    ...originOf(request),
    deviceSecrets: readDeviceSecrets(request, https),
    language: languageOf(request),
  });
  const keepDevice = (request: FastifyRequest, reply: FastifyReply, device: KnownDevice | null) => {
    if (device !== null) keepDeviceSecrets(request, reply, device.secrets, https);
  };

  route(http, contract.register, ({ body, request }) => register(identity, body, callerOf(request)));

  route(http, contract.signIn, ({ body, request }) => signIn(identity, body, callerOf(request)));

  route(http, contract.sendCode, async ({ signedIn, request }) => ({
    verification: await sendPhoneCode(identity, signedIn, callerOf(request)),
  }));

  route(http, contract.getIdentityService, async () => ({ data: identity.identityService }));

  route(http, contract.confirmPhone, async ({ signedIn, body, request, reply }) => {
    const { user, device } = await ('code' in body
      ? confirmWithCode(identity, signedIn, body.code, callerOf(request))
      : confirmWithFirebase(identity, signedIn, body.idToken, callerOf(request)));
    keepDevice(request, reply, device);
    return { user };
  });

  route(http, contract.forgotPassword, async ({ body, request }) => ({
    flow: await forgotPassword(identity, body, callerOf(request)),
  }));

  route(http, contract.resetPassword, async ({ body, request, reply }) => {
    const { device, answer } = await resetPassword(identity, body, callerOf(request));
    keepDevice(request, reply, device);
    return answer;
  });

  route(http, contract.changePassword, ({ signedIn, body, request }) =>
    changePassword(identity, signedIn, body, callerOf(request)),
  );

  route(http, undoChangeCall, async ({ body, request }) => {
    await undoChange(identity, body.token, callerOf(request));
    return {};
  });

  route(http, contract.signOut, async ({ signedIn: { clientId, sessionId }, request, reply }) => {
    await db.transact(async (tx) => {
      if (!(await endSession(tx, clientId, sessionId))) return;
      await security.record(tx, originOf(request), { clientId, kind: 'log_out' });
    });
    forget(clientId);
    // The app clears what it keeps itself. This clears pages of the client that the browser keeps for its Back button.
    reply.header('clear-site-data', '"cache"');
    return undefined;
  });

  route(http, contract.getMe, async ({ signedIn }) => toUser(await readClient(db, signedIn.clientId)));

  route(http, contract.updateUser, ({ signedIn, params, body, request }) =>
    security.watchId(originOf(request), signedIn, 'client', params.id, async () => {
      if (params.id !== String(signedIn.clientId)) throw new Refusal('not_found');
      return updateProfile(identity, signedIn, body, callerOf(request));
    }),
  );

  route(http, contract.sendEmailCode, async ({ signedIn, request }) => ({
    verification: await sendEmailCode(identity, signedIn, callerOf(request)),
  }));

  route(http, contract.confirmEmail, async ({ signedIn, body, request }) => ({
    user: await confirmEmail(identity, signedIn, body, callerOf(request)),
  }));

  route(http, contract.listSessions, async ({ signedIn, request }) => {
    const sessions = await listSessions(db, signedIn.clientId);
    return {
      data: sessions.map((session) => ({
        id: session.id,
        createdAt: session.created_at.toISOString(),
        lastSeenAt: session.last_seen_at.toISOString(),
        device: deviceIn(session.device, languageOf(request)),
        current: session.id === signedIn.sessionId,
      })),
    };
  });

  route(http, contract.endSession, async ({ signedIn, params, request }) => {
    const { clientId, sessionId } = signedIn;
    const origin = originOf(request);
    // Ending this one is a log-out.
    if (params.id !== sessionId) await requireProof(db, signedIn, 'fresh');
    await security.watchId(origin, signedIn, 'session', params.id, () =>
      db.transact(async (tx) => {
        if (!(await endSession(tx, clientId, params.id))) throw new Refusal('not_found');
        await recordEnded(identity, tx, origin, clientId, [params.id]);
      }),
    );
    forget(clientId);
    return undefined;
  });

  route(http, contract.passSecondStep, async ({ body, request, reply }) => {
    const { device, ...signedIn } = await passSecondStep(identity, body, callerOf(request));
    keepDevice(request, reply, device);
    return signedIn;
  });

  route(http, sendSecondStepCodeCall, async ({ body, request }) => {
    await sendSecondStepCode(identity, body, callerOf(request));
    return {};
  });

  route(http, changePhoneCall, async ({ signedIn, body, request }) => ({
    verification: await askForPhone(identity, signedIn, body, callerOf(request)),
  }));

  route(http, confirmNewPhoneCall, async ({ signedIn, body, request }) => ({
    user: await confirmNewPhone(identity, signedIn, body, callerOf(request)),
  }));

  route(http, contract.getProofOptions, async ({ signedIn }) => ({ data: await readProofOptions(identity, signedIn) }));

  route(http, contract.giveProof, ({ signedIn, body, request }) =>
    proveSession(identity, signedIn, body, callerOf(request)),
  );

  route(http, contract.getFactors, async ({ signedIn, request }) => ({
    data: await readFactors(db, signedIn, languageOf(request)),
  }));

  route(http, contract.addTotp, async ({ signedIn }) => ({ data: await addTotp(identity, signedIn) }));

  route(http, contract.confirmTotp, async ({ signedIn, body, request }) => ({
    data: { recoveryCodes: [...(await confirmTotp(identity, signedIn, body.code, callerOf(request)))] },
  }));

  route(http, contract.removeTotp, async ({ signedIn, request }) => {
    await removeTotp(identity, signedIn, callerOf(request));
    return undefined;
  });

  route(http, contract.renewRecoveryCodes, async ({ signedIn, request }) => ({
    data: { recoveryCodes: [...(await renewRecoveryCodes(identity, signedIn, callerOf(request)))] },
  }));

  route(http, contract.forgetDevice, async ({ signedIn, params, request }) => {
    const origin = originOf(request);
    await security.watchId(origin, signedIn, 'device', params.id, () =>
      forgetDevice(identity, signedIn, params.id, origin),
    );
    return undefined;
  });

  route(http, passkeyCalls.askForPasskey, async ({ request }) => ({
    data: await askForPasskey(identity, callerOf(request)),
  }));

  route(http, passkeyCalls.signInWithPasskey, async ({ body, request, reply }) => {
    const { device, ...signedIn } = await signInWithPasskey(identity, body, callerOf(request));
    keepDevice(request, reply, device);
    return signedIn;
  });

  route(http, passkeyCalls.beginPasskey, async ({ signedIn }) => ({ data: await beginPasskey(identity, signedIn) }));

  route(http, passkeyCalls.addPasskey, async ({ signedIn, body, request }) => ({
    data: await addPasskey(identity, signedIn, body, callerOf(request)),
  }));

  route(http, passkeyCalls.renamePasskey, ({ signedIn, params, body, request }) =>
    security.watchId(originOf(request), signedIn, 'passkey', params.id, async () => ({
      data: await renamePasskey(identity, signedIn, { ...params, ...body }, callerOf(request)),
    })),
  );

  route(http, passkeyCalls.removePasskey, async ({ signedIn, params, request }) => {
    await security.watchId(originOf(request), signedIn, 'passkey', params.id, () =>
      removePasskey(identity, signedIn, params.id, callerOf(request)),
    );
    return undefined;
  });

  route(http, listSecurityEventsCall, async ({ signedIn, query, request }) => {
    await requireProof(db, signedIn, 'fresh');
    return listSecurityEvents(db, signedIn.clientId, query, languageOf(request));
  });
}
