// Inlined into the head of every page, before anything is painted. The build minifies it and puts its hash into the CSP.
(function () {
  var root = document.documentElement;
  try {
    // A visitor who has chosen the other language goes to the same page in it, before this page is painted. The build inserts the languages.
    if (localStorage.locale === '%OTHER%') {
      // With what belongs to its history entry.
      sessionStorage.carried = JSON.stringify(history.state);
      root.hidden = true;
      return location.replace(location.origin + location.href.replace(location.origin + '%BASE%', '%OTHER_BASE%'));
    }
    // The state of this page in the other language stays, as after a reload: receipts, and the way back from a sign-in.
    if (sessionStorage.carried) history.replaceState(JSON.parse(sessionStorage.carried), '');
    delete sessionStorage.carried;
    // A visitor who has chosen none and reads the other one is offered it, where nothing moves when it comes.
    if (localStorage.locale === undefined && navigator.language.slice(0, 2) === '%OTHER%')
      root.dataset.strip = 'language';
    // The theme, and whether a client is signed in: without this a dark page would flash white, and a client would see
    // "Sign in" for a moment.
    var theme = JSON.parse(localStorage.theme || '{}');
    if (theme.mode === 'dark') root.dataset.theme = 'dark';
    if (theme.direction === 'rtl') root.dir = 'rtl';
    var token = sessionStorage.access_token || localStorage.access_token;
    if (token) root.dataset.session = 'client';
    // Somebody has played on this device: the hero does not offer a try.
    if (token || localStorage.known) root.dataset.known = '';
    callEarly(token);
  } catch {
    // Storage is blocked: the default theme, and a visitor.
  }
  // Makes the page's first calls while its code is still loading. web/api/early.ts takes the answers over.
  function callEarly(token) {
    var path = location.pathname;
    var id = path.slice(path.lastIndexOf('/') + 1);
    var calls = JSON.parse(root.dataset.calls);
    var ofPage = calls[path] || calls[path.slice(0, -id.length) + ':id'] || [];
    window.earlyCalls = { token: token || null, sentAt: Date.now(), answers: {} };
    var headers = { accept: 'application/json', 'accept-language': '%LANGUAGE%' };
    if (token) headers.authorization = token;
    ['/clients/balance'].concat(ofPage).forEach(function (address) {
      // A visitor may only ask for draws and figures.
      if (!token && !/^.(results|draws|figures)/.test(address)) return;
      address = address.replace(':id', id);
      var end = new AbortController();
      var response = fetch('/api' + address, { headers: headers, signal: end.signal });
      // The code that takes over the call is told of a failure.
      response.catch(function () {});
      window.earlyCalls.answers[address] = { response: response, end: end };
    });
  }
  // Without its script the app cannot say anything itself.
  addEventListener(
    'error',
    function (event) {
      if (event.target.tagName === 'SCRIPT') document.getElementById('lost').hidden = false;
    },
    true,
  );
  // The app shows its own install offer, after a placed bet.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault();
    window.installPrompt = event;
  });
  // Input before hydration is kept, and given to the app by early-input.ts: the text of each field, the field that is
  // used, and taps. Links work without it. It listens in the capture phase, because React stops events that come while it
  // hydrates.
  window.earlyTexts = new Map();
  ['input', 'change', 'focusin'].forEach(function (type) {
    addEventListener(
      type,
      function (event) {
        if (!window.earlyTaps) return;
        if (type === 'focusin') window.earlyFocus = event.target;
        else window.earlyTexts.set(event.target, event.target.value);
      },
      true,
    );
  });
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
