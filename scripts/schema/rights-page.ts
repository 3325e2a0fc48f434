import { rightRows } from '#contract/operator/rights.ts';
import { operatorRoles } from '#contract/operator/roles.ts';

/** The text of docs/rights.md, which `npm run schema` writes, and a test compares. */
export function rightsPage(): string {
  const rows = Object.entries(rightRows).map(([title, { roles }]) => {
    const letters: Readonly<Partial<Record<string, string>>> = roles;
    return lineOf([title, ...operatorRoles.map((role) => letters[role] ?? '')]);
  });
  return `# Who may do what

Written by \`npm run schema\` from [\`rights.ts\`](../contract/operator/rights.ts), the only place that names roles. Do not edit.

\`S\` sees, \`m\` sees players masked, \`o\` sees own rows, \`A\` acts alone or asks for an act that takes two, \`P\` approves what another operator asked for.

${lineOf(['', ...operatorRoles])}
|---|${'---|'.repeat(operatorRoles.length)}
${rows.join('\n')}
`;
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
