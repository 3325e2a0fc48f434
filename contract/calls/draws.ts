export const listDraws = { method: 'GET', path: '/draws', status: 200, holds: 'data', family: 'draws' } as const;
export const getDraw = { method: 'GET', path: '/draws/{id}', status: 200, holds: 'data', family: 'draws' } as const;
export const getTimetable = { method: 'GET', path: '/timetable', status: 200, holds: 'data', family: 'draws' } as const;
export const listResults = { method: 'GET', path: '/results', status: 200, holds: 'data', family: 'draws' } as const;
export const getStatistics = {
  method: 'GET',
  path: '/results/statistics',
  status: 200,
  holds: 'data',
  family: 'draws',
} as const;
export const listGames = { method: 'GET', path: '/games', status: 200, holds: 'data' } as const;
export const getGame = { method: 'GET', path: '/games/{rules}', status: 200 } as const;
export const getProof = { method: 'GET', path: '/draws/{id}/proof', status: 200, holds: 'draw' } as const;
export const getLeaves = { method: 'GET', path: '/draws/{id}/leaves', status: 200 } as const;
export const listSeals = { method: 'GET', path: '/seals', status: 200, holds: 'data' } as const;
export const listOperatorKeys = { method: 'GET', path: '/operator-keys', status: 200, holds: 'data' } as const;
export const openStream = { method: 'GET', path: '/stream', status: 200 } as const;

/** The draws of the past. Without a `status` the results are of the first two. */
export const pastStatuses = ['drawn', 'settled', 'void'] as const;
