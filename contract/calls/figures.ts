export const getFigures = { method: 'GET', path: '/figures', status: 200, holds: 'data' } as const;

/** Resolves to a file: see `mediaTypes` in the contract. */
export const getFiguresFile = { method: 'GET', path: '/figures.csv', status: 200 } as const;

/** The most days that one call covers. */
export const mostFigureDays = 366;
