export const getProofOptions = {
  method: 'POST',
  path: '/clients/proofs/options',
  status: 200,
  holds: 'data',
} as const;
export const giveProof = { method: 'POST', path: '/clients/proofs', status: 200, holds: 'jwt' } as const;
