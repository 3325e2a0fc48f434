/** Which streams of events this page receives at the moment. What they tell need not be fetched. */
export const hearing = {
  /** What happens to draws. */
  draws: false,
  /** What happens to the client's own tickets and money. */
  own: false,
};
