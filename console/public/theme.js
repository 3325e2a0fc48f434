// Before the first paint, so that a dark page does not flash white. A file of its own, because the console's policy allows no
// inline code. console/kit/theme.ts changes and keeps the choice.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('console-theme');
  } catch {
    // Storage is blocked: the system decides.
  }
  var isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
