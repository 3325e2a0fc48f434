import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { Features } from 'lightningcss';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { locales } from '#console/words/locales.ts';
import { shortClassNames } from '#scripts/build-web/class-names.ts';
import { aliasOf } from '#scripts/build-web/languages.ts';

const root = resolve(import.meta.dirname, '../../console');
const kit = resolve(import.meta.dirname, '../../ui');

export type Language = (typeof locales)[number];

export default configOf(locales[0]);

/** The operators' app in one language: an app of its own beside the players', which shares nothing with it but sources. */
export function configOf(language: Language): UserConfig {
  return defineConfig({
    root,
    // Without the React Compiler: what it remembers for each render is a fifth of the bytes, and a desk does not need it.
    plugins: [react(), html(language)],
    css: {
      lightningcss: { exclude: Features.LightDark },
      modules: { generateScopedName: shortClassNames([kit, root]) },
    },
    resolve: { alias: aliasOf(language) },
    build: {
      emptyOutDir: true,
      reportCompressedSize: false,
      // The policy of the console allows neither data: in styles nor inline code.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // Packages, which change only with an upgrade.
              { name: 'vendor', test: /node_modules/ },
              // The code and words that every screen needs. The words of one screen are loaded with it, and the sheet of an act that takes
              // two when the first one is opened.
              {
                name: 'kit',
                test: /\/(ui|domain(?!\/payment-routes)|contract(?!\/calls\/operator\/statements|\/operator\/rights)|console\/(clock|values|api|kit(?!\/(BesideDraws|DrawnSheet|Histogram|request-forms|say-check))|frame))\/|\/words\/\w+\/(roles|sign-in)\.ts/,
              },
              // Words that screens of several groups share.
              { name: 'words', test: /\/words\/\w+\/(care|documents|inbox|payments|requests|audit)\.ts/ },
              // Charts come after the screen that shows them.
              {
                name: 'charts',
                test: /\/console\/charts\/|\/words\/\w+\/(networks|report-charts|sales-curve|balance-chart|next-draws)\.ts/,
              },
              // Screens that one person goes between: fewer files pack better, and the second one is there at once.
              { name: 'people', test: /\/console\/(players|documents)\// },
              // Routes of payments, their stops and health, and the statements of providers, which few open, come after them.
              {
                name: 'money',
                test: /\/console\/(payments|money)\/(?!Routes|lines|SlowNote|StopPayments|\w*[Ss]tatement)/,
              },
              { name: 'reports', test: /\/console\/reports\// },
              { name: 'draws', test: /\/console\/(draws(?!\/Proof)|timetable|stops|exposure)\// },
              { name: 'inbox', test: /\/console\/(overview|inbox|requests)\// },
              // The endpoints of webhooks, which few open, and the table of rights come after the settings.
              { name: 'desk', test: /\/console\/(audit|settings)\/(?!\w*Webhook|MyRights|my-rights)/ },
            ],
          },
        },
      },
    },
  });
}

/** Says in the page which language it is in. */
function html({ code }: Language): Plugin {
  return {
    name: 'izi-console-html',
    transformIndexHtml: { order: 'pre', handler: (page) => page.replace('%LANGUAGE%', code) },
  };
}
