import * as contract from '#contract/operator/access.ts';
import { operatorEndpoints } from '#contract/operator/endpoints.ts';
import type { Http } from '#server/http/http.ts';
import { languageOf } from '#server/http/language.ts';
import { describeApi } from '#server/http/openapi.ts';
import { route } from '#server/http/route.ts';
import { originOf } from '#server/identity/security-log/security-log.ts';
import { operatorCalls } from './operator-calls.ts';
import { operatorRoute } from './operator-route.ts';
import type { Operators } from './operators.ts';
import { listSessions, presentMe, takeCookie, welcome } from './sessions.ts';
import { addPasskey, beginPasskey, confirmPassword, getWays, setPassword } from './setup.ts';
import { askToSignIn, signInToDemo, signInWithLink, signInWithPasskey, signInWithPassword } from './sign-in.ts';

export function registerDoorRoutes(http: Http, operators: Operators): void {
  const { db, mode, timeZone } = operators;
  const { addData, addAct } = operatorCalls(http, operators);

  route(http, contract.getDoor, () => ({ data: { mode, zone: timeZone } }));

  route(http, contract.askToSignIn, async () => ({ data: await askToSignIn(operators) }));

  route(http, contract.signInWithPasskey, async ({ body, request, reply }) =>
    welcome(operators, reply, await signInWithPasskey(operators, body, originOf(request))),
  );

  route(http, contract.signInWithPassword, async ({ body, request, reply }) =>
    welcome(operators, reply, await signInWithPassword(operators, body, originOf(request))),
  );

  route(http, contract.signInWithLink, async ({ body, request, reply }) =>
    welcome(operators, reply, await signInWithLink(operators, body.token, originOf(request))),
  );

  // Nobody can call in production what is not there.
  if (mode === 'demo') {
    route(http, contract.signInToDemo, async ({ body, request, reply }) =>
      welcome(operators, reply, await signInToDemo(operators, body.roles, originOf(request))),
    );
  }

  addData(contract.getOperator, ({ session }) => presentMe(operators, session));

  operatorRoute(http, db, contract.signOut, async ({ operator, reply }) => {
    await db.query('select console.sign_out($1)', [operator.session]);
    takeCookie(reply);
    return undefined;
  });

  addData(contract.listSessions, ({ operator, request }) => listSessions(operators, operator, languageOf(request)));
  addAct(contract.endSession, 'console.end_own_session');

  const endpoints = operatorEndpoints.filter(({ name }) => mode === 'demo' || name !== contract.signInToDemo.name);
  const document = JSON.parse(JSON.stringify(describeApi({ title: 'Izi for operators', base: '', endpoints })));
  operatorRoute(http, db, contract.getOperatorApi, () => document);

  addData(contract.getWays, ({ operator }) => getWays(operators, operator));
  addData(contract.beginPasskey, ({ operator }) => beginPasskey(operators, operator));
  addData(contract.addPasskey, ({ operator, body }) => addPasskey(operators, operator, body));
  addData(contract.setPassword, ({ operator, body }) => setPassword(operators, operator, body.password));
  addData(contract.confirmPassword, ({ operator, body }) => confirmPassword(operators, operator, body.code));
}
