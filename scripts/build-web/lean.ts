import { transformAsync, types, type PluginObject } from '@babel/core';
import type { Plugin } from 'vite';

/** What keeps code out of the browser that nobody would run there. */

/** The module that stands in for the prefetching of framework mode. */
export const noPrefetching = '\0no-prefetching';
/** The module that stands in for the cache of mutations in a client that makes none. */
export const noMutations = '\0no-mutations';

/**
 * Leaves out of react-router what serves its data and framework modes only: the app uses the declarative one, in which
 * the names below are null wherever they are read. Its DOM file also calls `forwardRef` and assigns `displayName` at its
 * top level, which would keep forms and scroll restoration in every bundle, and its Link imports the prefetching of
 * framework mode. The messages of its assertions go too; the assertions stay.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const isLinks = source === './ssr/components.js' && importer?.endsWith('/lib/dom/lib.js');
      return isLinks && this.environment.name === 'client' ? noPrefetching : null;
    },
    load(id) {
      if (id !== noPrefetching) return null;
      return `
        import { createContext } from 'react';
        export const FrameworkContext = createContext(undefined);
        export const PrefetchPageLinks = () => null;
        export const usePrefetchBehavior = () => [false, undefined, {}];
        export const mergeRefs = (ref) => ref;
      `;
    },
    transform: {
      filter: { id: /react-router\/dist\/.+\.js$/ },
      handler: async (code) => (await transformAsync(code, { configFile: false, plugins: [declarativeOnly] }))?.code,
    },
  };
}

/** What react-router calls the state of its data mode, and the assertions whose messages are dropped. */
const nullWhenDeclarative = new Set(['dataRouterOpts', 'dataRouterState', 'dataRouterContext', 'isDataRoute']);
const emptyContexts = new Set(['DataRouterContext', 'IsDataRouteContext', 'RSCRouterContext']);
const assertions = new Set(['invariant']);
const warnings = new Set(['warning', 'warningOnce']);
const pure = new Set(['createContext', 'forwardRef', 'memo']);

const declarativeOnly = (): PluginObject => ({
  name: 'declarative-only',
  visitor: {
    Identifier(path) {
      if (path.isReferencedIdentifier() && nullWhenDeclarative.has(path.node.name))
        path.replaceWith(types.nullLiteral());
    },
    ExpressionStatement(path) {
      const { expression } = path.node;
      if (types.isCallExpression(expression) && calls(expression, warnings)) return path.remove();
      if (types.isAssignmentExpression(expression) && types.isMemberExpression(expression.left)) {
        if (types.isIdentifier(expression.left.property, { name: 'displayName' })) path.remove();
      }
    },
    CallExpression(path) {
      const { callee, arguments: args } = path.node;
      if (calls(path.node, assertions)) args.length = 1;
      if (!types.isMemberExpression(callee) || !types.isIdentifier(callee.property)) return;
      if (pure.has(callee.property.name)) types.addComment(path.node, 'leading', '#__PURE__');
      const isEmpty = types.isIdentifier(args[0]) && emptyContexts.has(args[0].name);
      if (callee.property.name === 'useContext' && isEmpty) path.replaceWith(types.nullLiteral());
    },
  },
});

function calls({ callee }: types.CallExpression, names: ReadonlySet<string>): boolean {
  return types.isIdentifier(callee) && names.has(callee.name);
}

/** Lets a page on which nothing is changed do without mutations: `web/api/actions.ts` brings their cache itself. */
export function leanQuery(): Plugin {
  return {
    name: 'lean-query',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './mutationCache.js' && importer?.endsWith('/queryClient.js') ? noMutations : null,
    load: (id) =>
      id === noMutations ? 'export class MutationCache { clear() {} async resumePausedMutations() {} }' : null,
  };
}
