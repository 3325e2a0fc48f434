/** Each kind of error in its own words, with what it means for the person. */
export const words = {
  FETCH_ERROR: {
    title: 'No connection',
    text: 'Check your connection, then try again.',
  },
  TIMEOUT_ERROR: {
    title: 'This takes too long',
    text: 'The site did not answer in time. Your connection may be slow. Try again in a moment.',
  },
  PARSING_ERROR: {
    title: 'The answer could not be read',
    text: 'Something between you and the site changed its answer. On a public network, sign in to that network first.',
  },
  serverDown: { title: 'The site has a problem', text: 'This is on our side, not yours. Try again in a moment.' },
  refused: (status: number) => ({
    title: 'This did not work',
    text: `The site refused it (${status}). Try again in a moment.`,
  }),
  bug: { title: 'Something went wrong', text: 'This page stumbled over itself. Try again, or reload the page.' },
};
