import { get, post } from './answered-with-data.ts';

export const listOperators = get('/operator/operators');
export const inviteOperator = post('/operator/operators', 201);
export const makeOperatorLink = post('/operator/operators/{name}/link', 201);
export const removeOperatorPasskey = post('/operator/operators/{name}/passkeys/{id}/remove');
export const disableOperator = post('/operator/operators/{name}/disable');
