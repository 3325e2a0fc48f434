import { defineConfig, type OxlintOverride } from 'oxlint';
import { listRestrictions } from './scripts/rooms.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  env: { es2024: true },
  ignorePatterns: ['dist', 'data', '.cache', 'screens'],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    // Types too: a circle of types is a circle of thoughts.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/prefer-node-protocol': 'error',
    // The compiler knows this better: a switch over all cases needs no return after it.
    'typescript/consistent-return': 'off',
    // Type assertions are needed for rows of the database and for parsed JSON.
    'typescript/no-unsafe-type-assertion': 'off',
    // A helper beside its only use is easier to read than one at the end of the file.
    'unicorn/consistent-function-scoping': 'off',
    // There are no enums here, and those of libraries come as numbers from the wire.
    'typescript/no-unsafe-enum-assignment': 'off',
    // Functions come in plain objects here and know no `this`.
    'typescript/unbound-method': 'off',
    'no-shadow': 'off',
    'no-new': 'off',
    'import/no-named-as-default-member': 'off',
    'promise/no-promise-in-callback': 'off',
    'promise/no-callback-in-promise': 'off',
  },
  overrides: [
    ...listRestrictions().map(({ files, patterns }): OxlintOverride => ({
      files,
      rules: { 'no-restricted-imports': ['error', { patterns }] },
    })),
    {
      files: ['{ui,web,console,tests/console/page}/**/*.{ts,tsx,js}'],
      plugins: ['react', 'jsx-a11y'],
      env: { browser: true },
      rules: {
        'no-console': 'error',
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/react-in-jsx-scope': 'off',
        'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
        'unicorn/prefer-add-event-listener': 'off',
        'jsx-a11y/prefer-tag-over-role': 'off',
        // Both misjudge what axe asks for: a table that scrolls is focusable, a tablist is not.
        'jsx-a11y/no-noninteractive-tabindex': 'off',
        'jsx-a11y/interactive-supports-focus': 'off',
        // The cells of a table's columns are functions that it calls, and no components.
        'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
        // It takes every cell of a table for a control, and sees no label beside a field; axe does.
        'jsx-a11y/control-has-associated-label': ['error', { ignoreElements: ['td', 'th', 'input', 'textarea'] }],
      },
    },
    {
      files: ['{ui,web}/**/*.tsx'],
      plugins: ['react'],
      rules: {
        // Words belong in the catalogues, one for each language: a text in a component is in none of them.
        'react/jsx-no-literals': [
          'error',
          { ignoreProps: true, allowedStrings: ['.', ',', '·', '×', '×\u00A0', '·\u00A0', '&nbsp;', '. ', ', '] },
        ],
      },
    },
    {
      // It is in the page as it is, before anything could make it fit an old browser.
      files: ['web/boot.js', 'console/public/boot.js'],
      rules: { 'no-var': 'off' },
    },
    {
      // Tests are checked in their own room, with the compiler options of which this rule does not know.
      files: ['**/*.test.{ts,tsx}', 'tests/**'],
      rules: { 'typescript/no-unnecessary-type-assertion': 'off' },
    },
  ],
});
