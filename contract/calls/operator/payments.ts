import { get, post } from './answered-with-data.ts';

export const listOperatorPayments = get('/operator/payments');
export const sumOperatorPayments = get('/operator/payments/sums');
export const listNetworks = get('/operator/payments/networks');
export const getPaymentRoutes = get('/operator/payments/routes');
export const stopPayments = post('/operator/payments/stops', 201);
export const countOperatorPayments = get('/operator/payments/counts');
export const getOperatorPayment = get('/operator/payments/{id}');
export const askProvider = post('/operator/payments/{id}/ask-provider', 202);
export const releaseWithdrawal = post('/operator/payments/{id}/release');
export const refuseWithdrawal = post('/operator/payments/{id}/refuse');
export const listAdjustments = get('/operator/adjustments');
export const noteOwnAccount = post('/operator/clients/{id}/own-account');
