// Shows the description of the API, and lets its reader try the calls. It runs in the browser, as it is.
/* global SwaggerUIBundle, trustedTypes */
'use strict';

// Swagger UI writes the HTML that it makes of Markdown, which DOMPurify has cleaned. No policy makes scripts.
if (window.trustedTypes) trustedTypes.createPolicy('default', { createHTML: (html) => html });

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

// A problem links to its entry in the table.
function openProblem() {
  const entry = document.getElementById(location.hash.slice(1));
  if (entry === null) return;
  entry.closest('details').open = true;
  entry.scrollIntoView();
}
addEventListener('hashchange', openProblem);
openProblem();

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  showExtensions: true,
});
