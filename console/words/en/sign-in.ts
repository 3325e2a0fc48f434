export const words = {
  title: 'Sign in to the console',
};
