/** Words of what a receipt offers: to be told of a win, and to install the app. */
export const words = {
  win: {
    title: 'Hear of your wins',
    text: 'A notice on this device, also while the site is closed. It tells of payments, limits and draws that are called off, too. You choose in your profile.',
    action: 'Tell me when I win',
    refuse: 'No thanks',
    asking: 'Allow notices where your browser asks you.',
    notYet: 'Your browser has not allowed it yet. Tap once more, and it asks you again.',
    on: {
      title: 'We will tell you when you win',
      text: 'On this device, while you are signed in there. Change it or turn it off in your profile.',
    },
    refused: {
      title: 'We will not ask again on this device',
      text: 'You can turn it on in your profile at any time.',
    },
    denied: {
      title: 'Your browser blocks notices',
      text: 'Allow them in the settings of your browser for this site. Then turn them on in your profile.',
    },
    link: 'Notices in my profile',
  },
  install: {
    title: (site: string) => `Keep ${site} on your home screen`,
    text: 'It opens at once, also on a weak network, and takes less space than a photo.',
    action: 'Install',
  },
};
