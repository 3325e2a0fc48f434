/** Words of the personal data: the export, and the end of the account. */
export const words = {
  export: {
    title: 'Download my data',
    lead: 'A zip file with all that we keep about you: your details, sign-ins, tickets, statement, payments, limits and more. Each list comes as JSON and as CSV, which a spreadsheet opens. You can download it once a day.',
    start: 'Download my data',
    stop: 'Stop',
    soFar: (size: string) => `Downloading: ${size} so far`,
    fileName: (day: string) => `izi-my-data-${day}.zip`,
    saved: 'Your data is downloaded.',
    enough: 'You have downloaded your data today',
  },

  closing: {
    title: 'Close my account',
    lead: 'Your wallets have to be empty, and no ticket or payment may be open. From then on you cannot bet or deposit. You have 14 days to change your mind.',
    erased:
      'After that we erase your name, phone, e-mail, address, sign-ins, messages and favourites. Your tickets and the books stay under a number. Payments stay with the name and the phone they were made with, because the law asks for that.',
    start: 'Close my account',
    confirmTitle: 'Close your account?',
    confirmed: 'Yes, close it',
    back: 'Cancel',
    begun: 'Your account is being closed.',
    running: (at: string) => `Your account will be erased on ${at}`,
    runningText: 'Until then you can sign in and keep it. You cannot bet or deposit.',
    keep: 'Keep my account',
    kept: 'Your account stays open.',
  },
};
