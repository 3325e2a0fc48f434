/**
 * Migrations of version 0.1.0 that were edited once after their release: their functions, views and grants moved to
 * `database/functions`. A database that ran them before has the same tables and types, and its functions are replaced by
 * those files, so the former checksums are accepted. No other migration is ever edited, so this list never grows.
 * `tests/upgrade` has the former files and proves it.
 */
export const formerChecksums: Readonly<Record<string, string>> = {
  '0001-ledger.sql': 'df28a64aca540baeaeb74376778fff4d10b7974215333ff2254219181c15e0da',
  '0002-identity.sql': '6ce880c68563e09c1e0fc965d0fb2dd60a09d79c4eeb39e311d6b2321d975bf3',
  '0003-draws-and-tickets.sql': 'b46abc3e837309e77e1da4cd3d0db418de9596561e2129bf4c9294e878137dc6',
  '0004-payments.sql': '46a890758205b54f39f52de896f0c52d86373268c6818fb150a7c2b795cc2b3c',
  '0005-fair-draw.sql': 'db1a6fd3c662d15712b2104663541dc70707d51068b09f9d2fd959b946eeb9fa',
  '0006-reconciliation.sql': '0a0d92cb32ad9fd62aa2b391e4bc06bec3b30d7ee4437e8bd22a9fbee3a829e6',
  '0007-play-limits.sql': '1aee7979ab0b614a1d1385e3f009752d45fcb83cae28f345997acc9d6258937f',
  '0008-favourites.sql': '97e6d0a7209f4e5d5092d1815f523d508e4ef25d9f502964cf8c770419970b28',
  '0009-lock-wallets-first.sql': 'e3a46eba593a162330ec763efc62a5728048337e694228ef0c68c2408719f6a1',
};
