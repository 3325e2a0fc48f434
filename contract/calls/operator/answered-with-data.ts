// Nearly every call of the operators' API answers with `data`. The bundler may leave out a call that no screen makes.

/** A call that reads. */
/* @__NO_SIDE_EFFECTS__ */
export function get<const Path extends string>(path: Path) {
  return { method: 'GET', path, status: 200, holds: 'data' } as const;
}

/** A call that does something: 201 where it makes something, 202 where it asks for an act that takes two. */
/* @__NO_SIDE_EFFECTS__ */
export function post<const Path extends string, const Status extends 200 | 201 | 202 = 200>(
  path: Path,
  status = 200 as Status,
) {
  return { method: 'POST', path, status, holds: 'data' } as const;
}
