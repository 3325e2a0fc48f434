import type { FastifyRequest } from 'fastify';

/** What a request is for: a call of the API, a file of the web app's pages, or a page. */
export type Area = 'api' | 'asset' | 'page';

/**
 * Told by the route that took the request, never by the text of its address: `/%61pi/draws` and `http://host/api/draws`
 * are calls of the API as well. What no route takes is answered as the API answers, with a problem document.
 */
export function areaOf(request: FastifyRequest): Area {
  const pattern = request.routeOptions.url;
  if (pattern === undefined || pattern.startsWith('/api/')) return 'api';
  return pattern.startsWith('/assets/') ? 'asset' : 'page';
}

/** The form `http://host/path` of an address becomes `/path` (RFC 9112, 3.2.2); every other stays as it is. */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of a request, decoded where it can be. */
export function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
