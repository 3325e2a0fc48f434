/** The file of more than a thousand people that two have asked for, by its request. */
export const getPeopleFile = { method: 'GET', path: '/operator/people-files/{id}', status: 200 } as const;
