const compiled = new Map<string, unknown>();

/**
 * Has each text of a module compiled once in this process, for the builds of all languages, in the browser and in the prerender:
 * they differ in the words they import, not in the code that imports them. Compiling is most of a build's time.
 */
export function compileOnce<P extends { transform?: unknown }>(plugin: P): P {
  const transform = plugin.transform as { handler: (code: string, id: string, options?: object) => unknown };
  const { handler } = transform;
  transform.handler = function compile(code, id, options) {
    const key = `${id}\0${code}`;
    if (!compiled.has(key)) compiled.set(key, handler.call(this, code, id, options));
    return compiled.get(key);
  };
  return plugin;
}
