import { getAccount, type NodeClient, type Signer } from '@coin/rpc';
import { addressOf, maySign, signerMismatch, signersOf, type SignerLookup } from '../funds/signing-plan.ts';
import { type OutboxStore } from '../store/outbox-store.ts';
import { listEntries } from './entry/stored-entries.ts';

/** The interval at which a run looks for new accounts in its store. */
const LOOK_MS = 3000;
/** The time after which it looks again whether an account has got a permission for one of its signers. */
const RECHECK_MS = 600_000;

interface OwnersOptions {
  readonly store: OutboxStore;
  readonly client: NodeClient;
  readonly signers: readonly Signer[] | SignerLookup;
  /** The accounts that were given to the run. */
  readonly given: readonly string[] | undefined;
  readonly report: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** The accounts whose entries a run works on. */
export interface RunOwners {
  /** The accounts found so far; undefined if the run works on all. */
  readonly known: () => readonly string[] | undefined;
  /** Whether the run works on the entries of an account. Reads the account's permissions if that is not known. */
  readonly has: (owner: string) => Promise<boolean>;
  /** Whether the run is known to leave the entries of an account to others. */
  readonly isForeign: (owner: string) => boolean;
  /** Leaves an account to others, because none of the signers may sign for it any more. */
  readonly leave: (owner: string) => void;
  /** Looks for new accounts in the store, every few seconds at most. Returns whether there are any to work on. */
  readonly look: () => Promise<boolean>;
}

/** The owners of open entries. */
async function readOwners({ store }: OwnersOptions): Promise<Iterable<string>> {
  if (store.owners) return store.owners();
  const owners = new Set<string>();
  for await (const { intent } of listEntries(store, 'open')) owners.add(intent.owner);
  return owners;
}

/**
 * Finds the accounts whose entries a run works on: the given `owners`, or each account for which one of its signers may
 * sign. So it leaves the entries of outboxes that share the store and have other keys.
 */
export function createRunOwners(options: OwnersOptions): RunOwners {
  const { client, signers, given, report, signal } = options;
  const addresses = typeof signers === 'function' ? [] : signers.map(addressOf);
  const isForAll = typeof signers !== 'function' && (addresses.length === 0 || addresses.includes(undefined));
  if (given !== undefined || isForAll)
    return {
      known: () => given,
      has: async (owner) => given === undefined || given.includes(owner),
      isForeign: (owner) => given !== undefined && !given.includes(owner),
      leave: () => {},
      look: async () => false,
    };
  const known = new Set(addresses.filter((address) => address !== undefined));
  /** When an account was found that none of the signers may sign for. */
  const others = new Map<string, number>();
  const check = async (owner: string): Promise<boolean> => {
    const own = await signersOf(signers, owner);
    return own !== undefined && maySign(owner, await getAccount(client, { address: owner }, { signal }), own);
  };
  const leave = (owner: string): void => {
    known.delete(owner);
    others.set(owner, performance.now());
  };
  const isForeign = (owner: string): boolean =>
    !known.has(owner) && performance.now() - (others.get(owner) ?? -Infinity) < RECHECK_MS;
  const has = async (owner: string): Promise<boolean> => {
    if (known.has(owner)) return true;
    if (isForeign(owner)) return false;
    const isKnown = await check(owner);
    if (isKnown) known.add(owner);
    else leave(owner);
    return isKnown;
  };
  let lookedAt = -Infinity;
  return {
    known: () => [...known],
    has,
    isForeign,
    leave,
    async look() {
      if (performance.now() - lookedAt < LOOK_MS) return false;
      lookedAt = performance.now();
      const before = known.size;
      const foreign: string[] = [];
      let count = 0;
      for (const owner of await readOwners(options)) {
        count++;
        if (!(await has(owner))) foreign.push(owner);
      }
      // All of them: it is the wrong key, rather than a store that outboxes share.
      const [first] = foreign;
      if (first !== undefined && foreign.length === count) {
        const own = await signersOf(signers, first);
        report(signerMismatch(first, own ?? []));
      }
      return known.size > before;
    },
  };
}
