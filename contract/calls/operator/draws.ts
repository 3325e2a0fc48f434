export const listDraws = { method: 'GET', path: '/operator/draws', status: 200, holds: 'data' } as const;
export const getHouseResults = { method: 'GET', path: '/operator/house-results', status: 200, holds: 'data' } as const;
export const getDraw = { method: 'GET', path: '/operator/draws/{id}', status: 200, holds: 'data' } as const;
export const getDrawCurve = { method: 'GET', path: '/operator/draws/{id}/curve', status: 200, holds: 'data' } as const;
export const listDrawTickets = {
  method: 'GET',
  path: '/operator/draws/{id}/tickets',
  status: 200,
  holds: 'data',
} as const;
export const verifyDraw = {
  method: 'GET',
  path: '/operator/draws/{id}/verification',
  status: 200,
  holds: 'data',
} as const;
export const listStops = { method: 'GET', path: '/operator/stops', status: 200, holds: 'data' } as const;
export const stopSales = { method: 'POST', path: '/operator/stops', status: 201, holds: 'data' } as const;
export const getTimetable = { method: 'GET', path: '/operator/timetable', status: 200, holds: 'data' } as const;
export const tryTimetable = { method: 'GET', path: '/operator/timetable/trial', status: 200, holds: 'data' } as const;
