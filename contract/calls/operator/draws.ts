import { get, post } from './answered-with-data.ts';

export const listDraws = get('/operator/draws');
export const getHouseResults = get('/operator/house-results');
export const getDraw = get('/operator/draws/{id}');
export const getDrawCurve = get('/operator/draws/{id}/curve');
export const listDrawTickets = get('/operator/draws/{id}/tickets');
export const verifyDraw = get('/operator/draws/{id}/verification');
export const listStops = get('/operator/stops');
export const stopSales = post('/operator/stops', 201);
export const getTimetable = get('/operator/timetable');
export const tryTimetable = get('/operator/timetable/trial');
