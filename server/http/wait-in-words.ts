const minute = 60;
const hour = 60 * minute;

/** A waiting time for people, rounded up so that it is never too short: `45 seconds`, `2 minutes`, `3 hours`. */
export function waitInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole <= minute) return count(whole, 'second');
  if (whole <= hour) return count(Math.ceil(whole / minute), 'minute');
  return count(Math.ceil(whole / hour), 'hour');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
