/** The content of the field *Phone or e-mail*, in the form that the calls take. */
export function readIdentifier(text: string): { email: string } | { phone: string } {
  return text.includes('@') ? { email: text.trim() } : { phone: text.trim() };
}
