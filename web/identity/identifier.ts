/** What somebody wrote into *Phone or e-mail*, as the calls that take either want it. */
export function readIdentifier(text: string): { email: string } | { phone: string } {
  return text.includes('@') ? { email: text.trim() } : { phone: text.trim() };
}
