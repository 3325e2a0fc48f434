export const words = { ready: 'A new version is ready', use: 'Update', later: 'Later' };
