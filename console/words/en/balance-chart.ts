export const words = {
  title: 'Balance, 90 days',
  line: 'at the end of the day',
};
