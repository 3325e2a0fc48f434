// Loaded before a server (`node --import`): shifts its wall clock by this many milliseconds, but not its timers.
const wrongBy = Number(process.env['CLOCK_WRONG_BY_MS']);
const now = () => RealDate.now() + wrongBy;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (real, args, target) => Reflect.construct(real, args.length === 0 ? [now()] : args, target) as Date,
  apply: (real) => new real(now()).toString(),
  get: (real, name, receiver) => (name === 'now' ? now : (Reflect.get(real, name, receiver) as unknown)),
});

console.log(`by its clock it is ${new Date().toISOString()}`);
