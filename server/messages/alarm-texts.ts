/** Messages to operators, one sentence for each kind of alarm. They are read on a phone, so they are short. */
const alarmTexts: Readonly<Record<string, string>> = {
  no_seal: 'A draw is not sealed 5 seconds after its close.',
  beacon_late: 'The public random value of a draw is late.',
  round_false: 'Somebody stored a false public random value for a draw. It decided nothing.',
  dues_unpaid: 'Winners are not paid after 2 minutes.',
  draw_held: 'The second opinion has refused a draw. Nobody is paid until two operators decide.',
  paid_unjudged: 'Draws were paid that the second opinion had not judged in time.',
  no_pass: 'The books were not checked for 3 minutes.',
  mismatch: 'The books do not agree. Withdrawals are stopped.',
  payment_unknown: 'A payment is unknown for more than 15 minutes.',
  other_phone: 'A payment provider named another phone than the one to be paid. Nothing was paid.',
  paid_elsewhere:
    'A provider confirms a payment that it had refused, and that another one has. Nothing was booked for it.',
  provider_failing: 'More than half of the payments of a network fail at one account, for reasons of its own.',
  float_low: 'The wallet that withdrawals are paid from is nearly empty.',
  provider_paused: 'New payments of a network skip an account that fails, where another one takes them.',
  provider_slow: 'Payments of a network at one account take three times as long as in the last week.',
  provider_silent: 'A provider has confirmed deposits for an hour without one notice.',
  float_unread: 'A provider has not said for 10 minutes what its wallets hold.',
  route_alone: 'Of several accounts that carry a network one is left.',
  statement_missing: 'The statement of yesterday is not there at noon.',
  statement_differs: 'A statement of a provider differs from our payments.',
  withdrawal_held: 'A withdrawal is held for more than 24 hours.',
  exposure_over_cap: 'What a draw may have to pay is near its cap. A cap paused sales in it.',
  exposure_unknown: 'What draws may have to pay could not be computed. Their caps pause nothing.',
  emergency_link: 'The owner of the database has made a link that lets somebody in as an operator.',
  audit_wrong: 'The audit was changed.',
  opinion_disagrees: 'The second opinion disagrees on a draw.',
  no_opinion: 'Draws have no second opinion after 5 minutes.',
  session_ended: 'A login kept a lock that others waited for. Its sessions were ended.',
  payouts_outside: 'Draws of thirty days paid more or less than a fair game does.',
  exposure_wrong: 'A draw did not pay what its result pays, or its tickets changed after the seal.',
  webhook_failing: 'An endpoint of webhooks gets nothing any more: it was stopped, or has failed for a day.',
  machine_key_new_address: 'A program used its machine key from an address that is new.',
  machine_key_wrong_address: 'Somebody used a machine key from an address that it is not for. Nothing was answered.',
  months_missing: 'Fewer than two months ahead are there for tickets and postings: without them, bets stop.',
  month_open: 'A month ended ten days ago and was not closed, so each pass over the books reads it again.',
  month_changed: 'A closed month is not what it was: rows of it were changed.',
  month_unkept: 'Closed months are not frozen, or were not read again for five weeks.',
};

/** Holds no name, phone or amount: it leaves the site. */
export function writeAlarm({ kind, subject }: { readonly kind: string; readonly subject: string }): string {
  return `Izi console: ${alarmTexts[kind] ?? 'An alarm opened.'} (${subject})`;
}
