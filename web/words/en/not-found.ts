export const words = {
  title: 'There is no such page',
  text: 'Check the address, or start from Home.',
  action: 'Go to Home',
};
