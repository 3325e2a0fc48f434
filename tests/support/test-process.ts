import { flushCompileCache, registerHooks } from 'node:module';
import { builtinEnvironments, type Environment } from 'vitest/runtime';

/**
 * The environment of a test file, in Vitest's sense: settings with which its process starts sooner. Node keeps what it compiled of each
 * file (`NODE_COMPILE_CACHE`), by its address. Vitest imports a test file by a new address each time, and ends each process with a signal,
 * at which Node would keep nothing.
 */
export default {
  ...builtinEnvironments.node,
  async setup(global, options) {
    const node = await builtinEnvironments.node.setup(global, options);
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context);
        return { ...found, url: found.url.replace(/(?<=\.test\.ts)\?vitest=\d+$/, '') };
      },
    });
    return {
      async teardown(...args) {
        await node.teardown(...args);
        flushCompileCache();
      },
    };
  },
} satisfies Environment;
