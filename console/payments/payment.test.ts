import { beforeAll, describe, expect, it } from 'vitest';
import { setZone } from '#console/values/time.ts';
import { standingOf, toQuery, walletAfter } from './payment.ts';

beforeAll(() => setZone('Africa/Lagos'));

describe('the wallet once a payment has ended well', () => {
  const wallet = { dep: 0, win: 300, held: 2_000, owed: 700 };

  it('has the deposit less what is owed', () => {
    expect(walletAfter({ direction: 'deposit', amount: 1_000, wallet })).toEqual({ ...wallet, dep: 300, owed: 0 });
    expect(walletAfter({ direction: 'deposit', amount: 500, wallet })).toEqual({ ...wallet, dep: 0, owed: 200 });
  });

  it('holds a withdrawal no longer', () => {
    expect(walletAfter({ direction: 'withdrawal', amount: 2_000, wallet })).toEqual({ ...wallet, held: 0 });
  });
});

describe('the query of a payment list', () => {
  it('lists open payments when the address names no view, or an unknown one', () => {
    expect(toQuery(null, {})).toEqual({ view: 'open' });
    expect(toQuery('nonsense', {})).toEqual({ view: 'open' });
    expect(toQuery('held', {})).toEqual({ view: 'held' });
  });

  it('sends “not these” like all other filters', () => {
    expect(toQuery('all', { status: '-paid,failed', direction: '-deposit' })).toEqual({
      view: 'all',
      status: 'review,created,pending,processing,unknown,succeeded,expired',
      direction: 'withdrawal',
    });
  });

  it('takes a day in the site’s time zone', () => {
    expect(toQuery('all', { day: '2026-11-20', player: '#42' })).toEqual({
      view: 'all',
      player: '#42',
      from: '2026-11-19T23:00:00.000Z',
      to: '2026-11-20T23:00:00.000Z',
    });
    expect(toQuery('all', { day: '2026-11-20..2026-11-22', amount: '1000..' })).toEqual({
      view: 'all',
      amount: '1000..',
      from: '2026-11-19T23:00:00.000Z',
      to: '2026-11-22T23:00:00.000Z',
    });
    // The server says what is wrong with it.
    expect(toQuery('all', { day: '9999-12-31' })).toEqual({ view: 'all', from: '9999-12-31', to: '9999-12-31' });
  });
});

it('a payment that only an operator can resolve is shown as danger, whatever its status', () => {
  expect(standingOf({ status: 'failed', mismatch: null })).toEqual({ is: 'idle', says: 'failed' });
  expect(standingOf({ status: 'failed', mismatch: 'paid_after_return' })).toEqual({
    is: 'bad',
    says: 'paid after it went back',
  });
});
