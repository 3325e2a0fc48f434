/**
 * A registration as its form sends it: valid, except for what the test changes. Phones that follow each other, by ones or by
 * hundreds, have birth dates of their own, because an exclusion holds for everybody of the same name and birth date.
 */
export function registrationOf(phone: string, changes: object = {}) {
  const days = Number(phone.replaceAll(/\D/g, '').slice(-8)) % 17_989;
  return {
    phone,
    password: 'correct horse battery',
    firstName: 'Awa',
    lastName: 'Koné',
    birthDate: new Date(Date.UTC(1950, 0, 2) + days * 86_400_000).toISOString().slice(0, 10),
    country: 'CI',
    acceptTerms: true,
    ...changes,
  };
}
