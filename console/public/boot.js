// This runs before the first paint, so that neither a dark page flashes white nor a French one English. It is a file of its own, because
// the console's policy allows no inline code.
(function () {
  var root = document.documentElement;
  var bases = { en: '', fr: '/fr' };
  var language = read('console-language');
  if (language && language !== root.lang && Object.hasOwn(bases, language)) {
    // An operator who has chosen a language has every address in that language.
    root.hidden = true;
    var path = location.href.slice(location.origin.length + bases[root.lang].length);
    // With its origin: a path that begins with two slashes would lead to another site.
    return location.replace(location.origin + bases[language] + path);
  }
  var theme = read('console-theme');
  var isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'dark' : 'light';
  function read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      // Storage is blocked: the system and the address decide.
      return null;
    }
  }
})();
