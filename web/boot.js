// Inlined into the head of every page, before anything is painted. The build minifies it and puts its hash into the CSP.
(function () {
  var root = document.documentElement;
  try {
    // The theme, and whether somebody is signed in: without this a dark page would flash white, and a client would see
    // "Sign in" for a moment.
    var theme = JSON.parse(localStorage.getItem('theme') || '{}');
    if (theme.mode === 'dark') root.dataset.theme = 'dark';
    if (theme.direction === 'rtl') root.dir = 'rtl';
    if (sessionStorage.getItem('access_token') || localStorage.getItem('access_token')) root.dataset.session = 'client';
  } catch {
    // Storage is blocked: the default theme, and a visitor.
  }
  // The app itself offers to be installed, when somebody has played.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault();
    window.installPrompt = event;
  });
  // Taps that come before the page can react are kept, and carried out by taps.ts. Links work by themselves.
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
