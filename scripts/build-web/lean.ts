import { types, type PluginObject } from '@babel/core';
import type { Plugin } from 'vite';

/** What keeps code out of the browser that nobody would run there. */

/**
 * Takes out of the contract what only the server uses. The browser sends what its forms have checked, and believes the
 * answers: the schemas of parameters and answers would be bytes for nothing. Bodies stay where a form checks with them.
 */
export const leanContract = (): PluginObject => ({
  name: 'lean-contract',
  visitor: {
    CallExpression({ node }, { filename = '' }) {
      if (!filename.includes('/contract/')) return;
      // Nothing in the contract does anything when it is called but describe, so what is not used can go.
      types.addComment(node, 'leading', '#__PURE__');
      const { callee, arguments: args } = node;
      const [endpoint] = args;
      if (callee.type !== 'Identifier' || callee.name !== 'defineEndpoint') return;
      if (endpoint?.type !== 'ObjectExpression') return;
      const hasForms = /contract\/(identity|payments)\.ts/.test(filename);
      endpoint.properties = endpoint.properties.filter((property) => {
        const name = nameOf(property);
        return !serverOnly.has(name) && (hasForms || name !== 'body');
      });
      for (const property of endpoint.properties) {
        if (nameOf(property) !== 'answer' || property.type !== 'ObjectProperty') continue;
        if (property.value.type === 'ObjectExpression') property.value.properties.forEach(forgetSchema);
      }
    },
  },
});

type Property = types.ObjectExpression['properties'][number];

const serverOnly = new Set(['params', 'query', 'headers', 'summary', 'tag', 'caller', 'problems']);

/** Whether there is an answer to read is all that remains of its schema. */
function forgetSchema(property: Property) {
  if (nameOf(property) !== 'schema' || property.type !== 'ObjectProperty') return;
  if (property.value.type !== 'NullLiteral') property.value = types.booleanLiteral(true);
}

function nameOf(property: Property): string {
  return 'key' in property && property.key.type === 'Identifier' ? property.key.name : '';
}

/** The module that stands in for the prefetching of framework mode. */
export const noPrefetching = '\0no-prefetching';

/**
 * Lets react-router's unused parts be left out. Its DOM file calls `forwardRef` and assigns `displayName` at its top level,
 * which keeps forms and scroll restoration in every bundle, and its Link imports the prefetching of framework mode.
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
      filter: { id: /react-router\/dist\/.+\/lib\/dom\/lib\.js$/ },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef('),
    },
  };
}
