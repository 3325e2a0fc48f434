import type { FastifyRequest } from 'fastify';

/** The target of a request: a call of the API, a file of the web app's pages, or a page. */
export type Area = 'api' | 'asset' | 'page';

/**
 * Decided by the route that matched, never by the text of the address: `/%61pi/draws` and `http://host/api/draws` are
 * calls of the API too. A request that no route matches counts as the API, so it gets a problem document.
 */
export function areaOf(request: FastifyRequest): Area {
  const pattern = request.routeOptions.url;
  if (pattern === undefined || isOfApi(pattern)) return 'api';
  return pattern.startsWith('/assets/') ? 'asset' : 'page';
}

/** Whether a route belongs to an API: the players' is below /api, the operators' below /operator. */
export function isOfApi(pattern: string): boolean {
  return pattern.startsWith('/api/') || pattern.startsWith('/operator/');
}

/** Turns the absolute form `http://host/path` into `/path` (RFC 9112, 3.2.2). Other forms are returned unchanged. */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A route's addresses: `/results/:id` matches one segment in the place of `:id`. */
export function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** The decoded path of a request; not decoded where its percent-encoding is invalid. */
export function pathOf(request: FastifyRequest): string {
  const path = request.url.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
