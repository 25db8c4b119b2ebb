import { expectedFee } from '@coin/fee';
import { getAccount, getAccountResources, getBalance, type Account, type NodeClient, type Signer } from '@coin/rpc';
import { getFeePrices, getOwnerResources } from '@coin/rpc/fee-prices';
import { createCachedRead } from './cached-read.ts';
import { checkFunds, type FundsCheck, type Reservation } from './check-funds.ts';
import {
  maxSignatures,
  maySign,
  planSigning,
  signerMismatch,
  signersOf,
  type SignerLookup,
  type SigningPlan,
} from './signing-plan.ts';
import { completePrices, feeTransactionOf, type Prices, type Spending, type TokenAmount } from './spending.ts';
import { readTokenBalance } from './token-balance.ts';

/** The time for which a reading of an account is used: until the next block. */
export const ACCOUNT_MS = 3000;
/** The time for which prices are used. They change by votes, which take days. */
const PRICES_MS = 60_000;

interface FundsOptions {
  readonly signers: readonly Signer[] | SignerLookup;
  readonly signal: AbortSignal;
}

/** Returns the funds of each account that pays in a run, and the reservations of its unfinished payments. */
export function createFunds(client: NodeClient, options: FundsOptions): (owner: string) => AccountFunds {
  const { signal } = options;
  const readPrices = createCachedRead(client.clock, PRICES_MS, async () =>
    completePrices(await getFeePrices(client, { signal })),
  );
  const accounts = new Map<string, AccountFunds>();
  return (owner) => {
    const account = accounts.get(owner) ?? createAccountFunds(client, owner, { ...options, readPrices });
    accounts.set(owner, account);
    return account;
  };
}

/** The funds of one account. A reservation has an id, which stands for a payment. */
function createAccountFunds(
  client: NodeClient,
  address: string,
  { signers, readPrices, signal }: FundsOptions & { readonly readPrices: () => Promise<Prices> },
) {
  const options = { signal };
  const reserved = new Map<string, Reservation>();
  const earlier = new Map<string, Reservation>();
  /** What payments have taken since the account was read. */
  const spent = new Set<Reservation>();
  const readAccount = async () => {
    const known = [...spent];
    const [own = [], account, resources, solidBalance] = await Promise.all([
      signersOf(signers, address),
      getAccount(client, { address }, options),
      getOwnerResources(client, { address }, options),
      getBalance(client, { address }, { ...options, state: 'solid' }),
    ]);
    for (const reservation of known) spent.delete(reservation);
    return { signers: own, account, resources, solidBalance };
  };
  const cacheAccount = () => createCachedRead(client.clock, ACCOUNT_MS, readAccount);
  let read = cacheAccount();
  const contracts = new Map<string, () => Promise<bigint>>();
  const readContract = (token: string) => {
    const readBalance = () => readTokenBalance(client, { owner: address, token }, options);
    const reading = contracts.get(token) ?? createCachedRead(client.clock, ACCOUNT_MS, readBalance);
    contracts.set(token, reading);
    return reading();
  };
  const isMissing = async (recipient: string): Promise<boolean> =>
    (await getAccountResources(client, { address: recipient }, options)) === undefined;
  let last: Promise<unknown> = Promise.resolve();

  return {
    /**
     * Returns whether the account can pay. If it can, reserves the coin until `release`. Unless `isExact`, it does not
     * check whether the recipient is new if there is enough coin in both cases.
     */
    async check(
      id: string,
      spending: Spending,
      { isExact = false }: { readonly isExact?: boolean } = {},
    ): Promise<FundsCheck> {
      const { recipient, tokens } = spending;
      const prices = await readPrices();
      const inContract = tokens && !isAsset(tokens) ? await readContract(tokens.token) : 0n;
      /** Whether the payment creates the recipient: both until that is known. */
      let creations = recipient === undefined ? [false] : [false, true];
      for (;;) {
        const { signers: own, account, resources, solidBalance } = await read();
        // From here to the reservation nothing is awaited, so no other payment is promised the same coin meanwhile.
        const { balance = 0n } = account ?? {};
        const holdings = {
          balance,
          finalBalance: solidBalance < balance ? solidBalance : balance,
          tokens: tokens && isAsset(tokens) ? assetOf(account, tokens) : inContract,
        };
        const unfinished = [...reserved].filter(([other]) => other !== id).map(([, each]) => each);
        const others = { earlier: [...earlier.values()], all: [...earlier.values(), ...unfinished, ...spent] };
        const plan = planSigning(spending, account, own);
        const signatures = plan.kind === 'alone' ? 1 : maxSignatures(plan.permission);
        const costs = creations.map((createsAccount) => ({ prices, resources, createsAccount, signatures }));
        const check = checkFunds(spending, { holdings, costs, others });
        if (recipient !== undefined && creations.length > 1 && (isExact || check.status !== 'enough')) {
          creations = [await isMissing(recipient)];
          continue;
        }
        if (check.status === 'enough') reserved.set(id, reservationOf(spending, prices, signatures));
        return check;
      }
    },
    /** The signers of the account. */
    readSigners: async (): Promise<readonly Signer[]> => (await read()).signers,
    /** Plans who signs for the account. */
    async planSigning(permissionId: number | undefined): Promise<SigningPlan> {
      const { signers: own, account } = await read();
      return planSigning({ owner: address, permissionId }, account, own);
    },
    /** Throws `SIGNER_MISMATCH` if none of its signers may sign for the account. */
    async requireSigner(): Promise<void> {
      const { signers: own, account } = await read();
      if (!maySign(address, account, own)) throw signerMismatch(address, own);
    },
    /** Throws `SIGNER_MISMATCH` unless the key of an address suffices for a permission. */
    async requireKey(permissionId: number | undefined, signer: string): Promise<void> {
      const key = { address: signer, sign: () => '' };
      const plan = planSigning({ owner: address, permissionId }, (await read()).account, [key]);
      if (plan.kind !== 'alone') throw signerMismatch(address, [key]);
    },
    /** Reserves the coin and tokens that a signed transaction can take. */
    async reserve(id: string, spending: Spending, signatures: number): Promise<void> {
      const reservation = reservationOf(spending, await readPrices(), signatures);
      if (!reserved.has(id)) reserved.set(id, reservation);
    },
    /** Reserves the same for a transaction of an earlier run, until this run or another process works on it. */
    async reserveEarlier(id: string, spending: Spending, signatures: number): Promise<void> {
      earlier.set(id, reservationOf(spending, await readPrices(), signatures));
    },
    earlierIds: (): readonly string[] => [...earlier.keys()],
    releaseEarlier: (id: string): void => void earlier.delete(id),
    /** Makes what is reserved for a transaction of an earlier run the reservation `id`, until `release`. */
    adoptEarlier(earlierId: string, id: string): void {
      const reservation = earlier.get(earlierId);
      if (reservation !== undefined) reserved.set(id, reservation);
      earlier.delete(earlierId);
    },
    /** Runs a function after those of all earlier calls: entries take coin in their order. */
    inOrder<T>(run: () => Promise<T>): Promise<T> {
      const result = last.then(run);
      last = result.catch(() => {});
      return result;
    },
    /** Reads the account again for the next check, because it has changed. */
    forget(): void {
      read = cacheAccount();
      contracts.clear();
    },
    /** Counts what a payment took until the account is read again: it may have been read before. */
    settle(id: string): void {
      const reservation = reserved.get(id);
      if (reservation === undefined) return;
      reserved.delete(id);
      spent.add(reservation);
      if (reservation.tokens !== undefined) contracts.delete(reservation.tokens.token);
    },
    release: (id: string): void => void reserved.delete(id),
  };
}

export type AccountFunds = ReturnType<typeof createAccountFunds>;

/** The most that a transaction with so many signatures can take: without resources, and for a new recipient. */
function reservationOf(spending: Spending, prices: Prices, signatures: number): Reservation {
  const { coin, tokens, recipient } = spending;
  const { energy, ...transaction } = feeTransactionOf(spending, { prices, signatures });
  const fees = [false, recipient !== undefined].map(
    (createsAccount) => expectedFee({ transaction: { ...transaction, createsAccount }, prices }).total,
  );
  const fee = fees.reduce((most, each) => (each > most ? each : most));
  return { coin: coin + fee, size: transaction.size, energy, tokens };
}

const isAsset = ({ token }: TokenAmount): boolean => /^\d/.test(token);

/** An account's units of a TRC-10 token. */
const assetOf = (account: Account | undefined, { token }: TokenAmount): bigint =>
  account?.assets.find(({ tokenId }) => tokenId === token)?.amount ?? 0n;
