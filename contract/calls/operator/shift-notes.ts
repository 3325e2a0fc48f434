export const listShiftNotes = { method: 'GET', path: '/operator/shift-notes', status: 200, holds: 'data' } as const;
export const writeShiftNote = { method: 'POST', path: '/operator/shift-notes', status: 201, holds: 'data' } as const;
export const takeShiftNote = {
  method: 'POST',
  path: '/operator/shift-notes/{id}/take',
  status: 200,
  holds: 'data',
} as const;
