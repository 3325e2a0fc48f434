/** Words of sharing a win, and on its picture. */
export const words = {
  title: 'Share this win',
  note: 'The picture says neither your name nor your balance.',
  picture: 'Picture of this win',
  share: 'Share',
  amount: 'Show the amount',
  fileName: (serial: string) => `win-${serial}.jpg`,
  draw: (time: string) => `Draw ${time}`,
  won: 'Won',
  afterStakes: 'XOF after stakes',
  checked: 'Checked',
  scan: 'Scan to check it yourself',
  most: '18+ · Most tickets lose.',
};
