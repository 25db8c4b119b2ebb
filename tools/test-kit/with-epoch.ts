type Change = (given: unknown, options?: { readonly epoch?: string | undefined }) => Promise<unknown>;

/** A store whose server has an epoch: it makes no change whose options name another one. */
export function withEpoch<Store extends object>(store: Store, readEpoch: () => string) {
  const limited = ([method, refused]: [string, unknown]) => {
    const change: Change = async (given, options) => {
      const isCurrent = options?.epoch === undefined || options.epoch === readEpoch();
      return isCurrent ? (store as Record<string, Change>)[method]?.(given, options) : refused;
    };
    return [method, change] as const;
  };
  const refused = { createIfAbsent: false, compareAndSet: false, claim: [], renew: undefined };
  const changes = Object.fromEntries(Object.entries(refused).map(limited));
  return { ...store, ...changes, epoch: async () => readEpoch() } as Store & { readonly epoch: () => Promise<string> };
}
