/** What calls an operator, one sentence for each kind of alarm. They are read on a phone, so they are short. */
const alarmTexts: Readonly<Record<string, string>> = {
  no_seal: 'A draw is not sealed 5 seconds after its close.',
  beacon_late: 'The public random value of a draw is late.',
  dues_unpaid: 'Winners are not paid after 2 minutes.',
  no_pass: 'The books were not checked for 3 minutes.',
  mismatch: 'The books do not agree. Withdrawals are stopped.',
  payment_unknown: 'A payment is unknown for more than 15 minutes.',
  withdrawal_held: 'A withdrawal is held for more than 24 hours.',
  emergency_link: 'The owner of the database has made a link that lets somebody in as an operator.',
  audit_wrong: 'The audit was changed.',
};

/** Holds no name, phone or amount: it leaves the site. */
export function writeAlarm({ kind, subject }: { readonly kind: string; readonly subject: string }): string {
  return `Izi console: ${alarmTexts[kind] ?? 'An alarm opened.'} (${subject})`;
}
