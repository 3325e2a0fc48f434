/** Which streams of events this page receives at the moment. What they tell need not be fetched. */
export const hearing = {
  /** Events of draws. */
  draws: false,
  /** Events of the client's own tickets and money. */
  own: false,
};
