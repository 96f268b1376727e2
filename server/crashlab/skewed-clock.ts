/** Loaded before a worker: its wall clock is hours off. Monotonic time stays right, as on a host. */
const SKEW_MS = Number(process.env['LAB_CLOCK_SKEW_HOURS'] ?? '0') * 3_600_000;
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], self) =>
    Reflect.construct(target, args.length === 0 ? [target.now() + SKEW_MS] : args, self) as object,
  apply: (target) => new target(target.now() + SKEW_MS).toString(),
  get: (target, key, self) =>
    key === 'now' ? () => target.now() + SKEW_MS : (Reflect.get(target, key, self) as unknown),
});
