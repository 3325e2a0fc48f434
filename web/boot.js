// Inlined into the head of every page, before anything is painted. The build minifies it and puts its hash into the CSP.
(function () {
  var root = document.documentElement;
  try {
    // The theme, and whether a client is signed in: without this a dark page would flash white, and a client would see
    // "Sign in" for a moment.
    var theme = JSON.parse(localStorage.getItem('theme') || '{}');
    if (theme.mode === 'dark') root.dataset.theme = 'dark';
    if (theme.direction === 'rtl') root.dir = 'rtl';
    if (sessionStorage.getItem('access_token') || localStorage.getItem('access_token')) root.dataset.session = 'client';
  } catch {
    // Storage is blocked: the default theme, and a visitor.
  }
  // The app shows its own install offer, after a placed bet.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault();
    window.installPrompt = event;
  });
  // Taps before hydration are queued, and replayed by taps.ts. Links work without it.
  window.earlyTaps = [];
  addEventListener(
    'click',
    function (event) {
      var element =
        window.earlyTaps &&
        event.target.closest &&
        event.target.closest('button,input[type=radio],input[type=checkbox]');
      if (!element) return;
      event.preventDefault();
      event.stopPropagation();
      window.earlyTaps.push(element);
    },
    true,
  );
})();
