import { rejectOtherForms } from './address-form.ts';
import { type DepositRecord, type DepositStore, type WatchRecord } from './deposit-store.ts';

/**
 * A store of deposits in the memory of this process, for tests: it is lost with the process, and keeps what was saved
 * even if your own code throws after that.
 *
 * @example
 * ```ts
 * import { createMemoryDepositStore } from '@coin/payments';
 *
 * const store = createMemoryDepositStore();
 * await store.addAddresses(['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8']);
 * ```
 */
export function createMemoryDepositStore(): DepositStore {
  const addresses = new Set<string>();
  const watches = new Map<string, WatchRecord>();
  const deposits = new Map<string, DepositRecord>();
  return {
    async addAddresses(added) {
      rejectOtherForms(added);
      for (const address of added) addresses.add(address);
    },
    findAddresses: async (candidates) => candidates.filter((address) => addresses.has(address)),
    readWatch: async (name) => watches.get(name),
    async moveWatch(watch) {
      if ((watches.get(watch.name)?.version ?? 0) !== watch.version - 1) return false;
      watches.set(watch.name, watch);
      return true;
    },
    getDeposits: async (ids) => ids.flatMap((id) => deposits.get(id) ?? []),
    listDeposits: async ({ watch, afterBlock }) =>
      [...deposits.values()]
        .filter((record) => record.watch === watch && record.blockNumber > afterBlock)
        .sort((a, b) => a.blockNumber - b.blockNumber),
    putDeposits: async (records) => records.forEach((record) => deposits.set(record.id, record)),
  };
}
