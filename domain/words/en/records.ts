/** Messages about bytes that are not a valid record. `name` is a key of `names` in the other languages. */
export const recordLength = (name: string, bytes: number, given: number) =>
  `A ${name} has ${bytes} bytes, not ${given}.`;
export const noTag = (name: string) => `These bytes do not begin with the tag of a ${name}.`;
export const notZero = (name: string) => `The ${name} must be zero.`;
export const fieldLength = (name: string, bytes: number, given: number) =>
  `The ${name} has ${bytes} bytes, not ${given}.`;
export const notU64 = (value: number) => `${value} cannot be written as a u64.`;
export const pastSafe = (name: string) => `The ${name} is past 2⁵³ − 1.`;
export const notUuid = (id: string) => `"${id}" is not a UUID.`;
export const absent = (name: string) => `There is no ${name} here.`;
export const notHex = (name: string) => `The ${name} is not hex.`;
export const notAResult = 'A result is the numbers 1 to 9, each once.';
export const notANumber = (name: string) => `The ${name} is not a number.`;
export const notAPath = 'The path is not a list of hashes.';
export const saltLength = 'A salt has 16 bytes.';
export const tooManyNumbers = 'A ticket holds at most nine numbers.';
export const noStake = 'A ticket has a stake.';
export const ticketLength = 'A ticket record has 96 bytes.';
export const noBetType = (code: number) => `No bet type has the code ${code}.`;
export const wrongCount = (betType: string, wanted: number, given: number) =>
  `${betType} takes ${wanted} numbers, not ${given}.`;
export const wrongNumbers = 'The numbers of a ticket are 1 to 9, each at most once.';
export const noPeriod = 'A beacon chain has a genesis time and a period, in whole seconds.';
export const notSeals = 'This is not a page of seals.';
export const notKeys = 'This is not a list of keys.';
export const wrongTimes = 'A draw opens, then closes, then draws; these times are in another order.';
export const noBeacon = (kind: number | undefined) => `There is no beacon of kind ${kind}.`;
export const noRoundZero = 'A beacon has no round 0.';

/** The name of a proof's part in a sentence. */
export const nameOf = (name: string) => name;
