import { get, post } from './answered-with-data.ts';

export const listShiftNotes = get('/operator/shift-notes');
export const writeShiftNote = post('/operator/shift-notes', 201);
export const takeShiftNote = post('/operator/shift-notes/{id}/take');
