/** Words of sharing a ticket, and on its picture. */
export const words = {
  title: 'Share this ticket',
  note: 'Whoever has the link or scans the code sees this ticket and can check it, without signing in. Neither says who you are.',
  picture: (name: string, serial: string) => `Picture of ticket ${serial}, ${name}`,
  noPicture: 'The picture could not be drawn. The link works without it.',
  sharePicture: 'Share picture',
  savePicture: 'Save picture',
  shareLink: 'Share link',
  copyLink: 'Copy link',
  copied: 'The link is copied.',
  notCopied: 'The link could not be copied. Open the public check and copy its address.',
  publicCheck: 'Public check of this ticket',
  fileName: (serial: string) => `ticket-${serial}.png`,
  onPicture: {
    draw: (time: string) => `Draw ${time}`,
    pays: (amount: string) => `Paid ${amount}`,
    void: 'Draw called off',
    check: 'Scan to check this ticket',
  },
};
