/** The worst cases up to each draw, if all of them came true; null from the first draw on whose own is not known. */
export function addUp(worsts: readonly (number | null)[]): readonly (number | null)[] {
  let sum: number | null = 0;
  return worsts.map((worst) => (sum = sum === null || worst === null ? null : sum + worst));
}

/** A limit that is so many times higher than everything else would press all bars flat. */
const farAbove = 4;

/** Whether a limit, such as the reserve, has room in a picture whose highest value is this. */
export function isNear(limit: number, highest: number): boolean {
  return limit <= highest * farAbove;
}
