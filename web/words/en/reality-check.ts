/** Words of the reality check and of its choice in the profile. */
export const words = {
  title: 'Time for a look',
  signedIn: (since: string) => `You have been signed in since ${since}.`,
  sums: (staked: string, returned: string) => `Since then you have staked ${staked}, and ${returned} came back.`,
  lost: (amount: string) => `That is ${amount} less than you had.`,
  won: (amount: string) => `That is ${amount} more than you had.`,
  even: 'That is as much as you had.',
  goOn: 'Go on',
  pause: 'Take a break',
  choice: {
    title: 'Reality check',
    lead: 'After some minutes of play we tell you how long you have been signed in, and what play has cost you since.',
    howOften: 'How often',
    never: 'Never',
    minutes: (minutes: number) => `${minutes} minutes`,
    saving: 'Saving …',
    saved: 'Your choice is saved.',
    notSaved: 'Your choice was not saved',
    stays: (choice: string) => `It stays as it was: ${choice}.`,
  },
};
