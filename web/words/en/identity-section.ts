/** Words of the profile's list about *My identity*. */
export const words = { title: 'My identity', note: 'Limits, and the document that raises them' };
