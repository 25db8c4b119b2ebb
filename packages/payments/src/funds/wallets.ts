import { getAccount, getAccountResources, getBalance, type Account, type NodeClient, type Signer } from '@coin/rpc';
import { getFeePrices, getOwnerResources, type FeePrices, type OwnerResources } from '@coin/rpc/fee-prices';
import { type SmallUnits } from '@coin/units';
import { atLeast0, paymentCost, signedBytes, type CostFacts, type Spending, type TokenAmount } from './payment-cost.ts';
import { createReading } from './reading.ts';
import { maxSignatures, planSigning, type SigningPlan } from './signing-plan.ts';
import { readTokenBalance } from './token-balance.ts';

/** The time for which a reading of an account is used: until the next block. */
export const ACCOUNT_MS = 3000;
/** The time for which prices are used. They change by votes, which take days. */
const PRICES_MS = 60_000;

/** The most coin and resources that an unfinished payment can take from an account. */
interface Reservation {
  /** Without the cost of energy. */
  readonly coin: SmallUnits;
  readonly bytes: number;
  /** The cost of energy, which staked energy pays first. */
  readonly energyFee: SmallUnits;
  readonly tokens?: TokenAmount | undefined;
}

const NO_RESOURCES: OwnerResources = { energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };

/** The most that a transaction with so many signatures can take: without resources, and for a new recipient. */
function mostOf(spending: Spending, prices: FeePrices, signatures: number): Reservation {
  const { coin, feeLimit: energyFee, tokens, recipient } = spending;
  const maxFee = [false, recipient !== undefined]
    .map(
      (createsAccount) => paymentCost(spending, { prices, resources: NO_RESOURCES, createsAccount, signatures }).maxFee,
    )
    .reduce((most, fee) => (fee > most ? fee : most));
  return { coin: coin + maxFee - energyFee, bytes: signedBytes(spending, signatures), energyFee, tokens };
}

/** What a payment needs of coin (small units) or of a token, and what its account has. */
export interface Funds {
  /** The id of a TRC-10 token or the contract of a TRC-20 token; absent for coin. */
  readonly token?: string;
  readonly needed: bigint;
  readonly available: bigint;
}

/**
 * - `enough`: for this payment and for all unfinished payments
 * - `reserved`: only if the unfinished payments of this run do not take it
 * - `earlier`: only if the transactions of earlier runs, which this run has not claimed, do not take it
 * - `short`: not enough for this payment alone
 */
type FundsStatus = (typeof STATUSES)[number];

const STATUSES = ['enough', 'reserved', 'earlier', 'short'] as const;

/** Whether an account can pay. */
export interface FundsCheck {
  readonly status: FundsStatus;
  /** What it has too little of; coin if it has enough. */
  readonly funds: Funds;
  /** The payment's tokens, if it sends any. */
  readonly tokenFunds?: Funds;
  /** The most that its fees can be. */
  readonly maxFee: SmallUnits;
}

/** The accounts that pay in one run, and the reservations of its unfinished payments. */
export function createWallets(
  client: NodeClient,
  { signers, ...options }: { readonly signers: readonly Signer[]; readonly signal: AbortSignal },
) {
  const readPrices = createReading(client.clock, PRICES_MS, () => getFeePrices(client, options));
  const wallets = new Map<string, ReturnType<typeof createWallet>>();
  function createWallet(address: string) {
    const reservations = new Map<string, Reservation>();
    const earlier = new Map<string, Reservation>();
    /** What payments have taken since the account was read. */
    const spent = new Set<Reservation>();
    const readAccount = async () => {
      const known = [...spent];
      const [account, resources, solidBalance] = await Promise.all([
        getAccount(client, { address }, options),
        getOwnerResources(client, { address }, options),
        getBalance(client, { address }, { ...options, state: 'solid' }),
      ]);
      for (const reservation of known) spent.delete(reservation);
      return { account, resources, solidBalance };
    };
    const contracts = new Map<string, () => Promise<bigint>>();
    const readContract = (token: string) => {
      const read = () => readTokenBalance(client, { owner: address, token }, options);
      const reading = contracts.get(token) ?? createReading(client.clock, ACCOUNT_MS, read);
      contracts.set(token, reading);
      return reading();
    };
    let lastTurn = Promise.resolve();
    const takeTurn = () => {
      const reached = lastTurn;
      let end = (): void => {};
      lastTurn = new Promise((resolve) => {
        end = resolve;
      });
      return { reached, end };
    };
    const start = () => createReading(client.clock, ACCOUNT_MS, readAccount);
    let reading = start();
    const forget = () => {
      reading = start();
      contracts.clear();
    };
    const settle = (id: string) => {
      const reservation = reservations.get(id);
      if (reservation === undefined) return;
      reservations.delete(id);
      spent.add(reservation);
      if (reservation.tokens !== undefined) contracts.delete(reservation.tokens.token);
    };
    return { reservations, earlier, spent, settle, takeTurn, read: () => reading(), readContract, forget };
  }
  const walletOf = (owner: string) => {
    const wallet = wallets.get(owner) ?? createWallet(owner);
    wallets.set(owner, wallet);
    return wallet;
  };
  const isMissing = async (address: string): Promise<boolean> =>
    (await getAccountResources(client, { address }, options)) === undefined;
  return {
    /**
     * Returns whether an account can pay. If it can, reserves the coin for an id until `release`. Unless `isExact`, it
     * does not check whether the recipient is new if there is enough coin in both cases.
     */
    async check(
      id: string,
      spending: Spending,
      { isExact = false }: { readonly isExact?: boolean } = {},
    ): Promise<FundsCheck> {
      const { recipient, owner, tokens } = spending;
      const wallet = walletOf(owner);
      const prices = await readPrices();
      const inContract = tokens && !isAsset(tokens) ? await wallet.readContract(tokens.token) : 0n;
      /** The recipient, until it is known whether the payment creates it. */
      let unknown = recipient;
      let isNew = false;
      for (;;) {
        const { account, resources, solidBalance } = await wallet.read();
        // From here to the reservation nothing is awaited, so no other payment is promised the same coin meanwhile.
        const { balance = 0n } = account ?? {};
        const finalBalance = solidBalance < balance ? solidBalance : balance;
        const earlier = [...wallet.earlier.values()];
        const unfinished = [...wallet.reservations].filter(([other]) => other !== id).map(([, each]) => each);
        const others = { earlier, all: [...earlier, ...unfinished, ...wallet.spent] };
        const plan = planSigning(spending, account, signers);
        const signatures = plan.kind === 'alone' ? 1 : maxSignatures(plan.permission);
        const costs = (unknown === undefined ? [isNew] : [false, true]).map((createsAccount) =>
          checkCoin(spending, { prices, balance, finalBalance, resources, createsAccount, signatures }, others),
        );
        if (unknown !== undefined && (isExact || costs.some((cost) => cost.status !== 'enough'))) {
          isNew = await isMissing(unknown);
          unknown = undefined;
          continue;
        }
        const coin = costs.reduce((most, cost) => (cost.funds.needed > most.funds.needed ? cost : most));
        const token = tokens && checkTokens(tokens, isAsset(tokens) ? assetOf(account, tokens) : inContract, others);
        const isToken = token !== undefined && rank(token.status) > rank(coin.status);
        const { status, funds } = isToken ? token : coin;
        if (status === 'enough') wallet.reservations.set(id, mostOf(spending, prices, signatures));
        return { status, funds, maxFee: coin.maxFee, ...(token && { tokenFunds: token.funds }) };
      }
    },
    /** Plans who signs for an account. */
    async planSigning(owner: string, permissionId: number | undefined): Promise<SigningPlan> {
      const { account } = await walletOf(owner).read();
      return planSigning({ owner, permissionId }, account, signers);
    },
    /** Reserves the coin and tokens that a signed transaction can take. */
    async reserve(id: string, spending: Spending, signatures: number): Promise<void> {
      const { reservations } = walletOf(spending.owner);
      const most = mostOf(spending, await readPrices(), signatures);
      if (!reservations.has(id)) reservations.set(id, most);
    },
    /** Reserves the same for a transaction of an earlier run, until this run or another process works on it. */
    async reserveEarlier(id: string, spending: Spending, signatures: number): Promise<void> {
      walletOf(spending.owner).earlier.set(id, mostOf(spending, await readPrices(), signatures));
    },
    earlier: (owner: string): readonly string[] => [...walletOf(owner).earlier.keys()],
    releaseEarlier: (owner: string, id: string): void => void walletOf(owner).earlier.delete(id),
    /** Has what is reserved for a transaction of an earlier run count for an id, until `release`. */
    adoptEarlier(owner: string, earlierId: string, id: string): void {
      const { earlier, reservations } = walletOf(owner);
      const reservation = earlier.get(earlierId);
      if (reservation !== undefined) reservations.set(id, reservation);
      earlier.delete(earlierId);
    },
    /** A place in the order in which an owner's entries look for coin. `reached` resolves when its turn comes. */
    takeTurn: (owner: string) => walletOf(owner).takeTurn(),
    /** Reads an account again for the next check, because it has changed. */
    forget: (owner: string): void => wallets.get(owner)?.forget(),
    /** Has what a payment took count until its account is read again: it may have been read before. */
    settle: (owner: string, id: string): void => walletOf(owner).settle(id),
    release: (owner: string, id: string): void => void wallets.get(owner)?.reservations.delete(id),
  };
}

export type Wallets = ReturnType<typeof createWallets>;

interface FundsFacts extends CostFacts {
  readonly balance: SmallUnits;
  /** The part of the balance that no fork can take back. */
  readonly finalBalance: SmallUnits;
}

/** What other payments can take from an account. */
interface Others {
  /** The transactions of earlier runs. */
  readonly earlier: readonly Reservation[];
  readonly all: readonly Reservation[];
}

/**
 * Whether an account has the coin for a payment and its fees. A call that lacks coin in its block burns its fees, so
 * coin that a fork can take back does not count while calls are under way. Other payments only expire.
 */
function checkCoin(spending: Spending, facts: FundsFacts, { earlier, all }: Others): FundsCheck {
  const { maxFee } = paymentCost(spending, facts);
  const alone = fundsBeside(spending, facts, []);
  const besideEarlier = fundsBeside(spending, facts, earlier);
  const besideAll = fundsBeside(spending, facts, all);
  if (isShort(alone)) return { status: 'short', funds: alone, maxFee };
  if (isShort(besideEarlier)) return { status: 'earlier', funds: besideEarlier, maxFee };
  const funds = { needed: besideAll.needed, available: alone.available };
  return { status: isShort(besideAll) ? 'reserved' : 'enough', funds, maxFee };
}

const isShort = ({ needed, available }: Funds): boolean => needed > available;

/** What a payment needs of coin, and what its account has after other payments have taken the most that they can. */
function fundsBeside(
  spending: Spending,
  { balance, finalBalance, ...facts }: FundsFacts,
  reserved: readonly Reservation[],
): Funds {
  const bytes = reserved.reduce((sum, each) => sum + each.bytes, 0);
  const energyFee = reserved.reduce((sum, each) => sum + each.energyFee, 0n);
  const coin = reserved.reduce((sum, each) => sum + each.coin, 0n);
  const { energy, stakedBandwidth, freeBandwidth } = facts.resources;
  const { energy: price = 0n } = facts.prices;
  const resources = {
    energy: price === 0n ? energy : atLeast0(energy - energyFee / price),
    stakedBandwidth: Math.max(0, stakedBandwidth - bytes),
    freeBandwidth: Math.max(0, freeBandwidth - bytes),
  };
  const { needed } = paymentCost(spending, { ...facts, resources });
  const taken = coin + atLeast0(energyFee - energy * price);
  return { needed, available: (energyFee > 0n || spending.feeLimit > 0n ? finalBalance : balance) - taken };
}

const isAsset = ({ token }: TokenAmount): boolean => /^\d/.test(token);

/** An account's units of a TRC-10 token. */
const assetOf = (account: Account | undefined, { token }: TokenAmount): bigint =>
  account?.assets.find(({ tokenId }) => tokenId === token)?.amount ?? 0n;

/** Whether an account has the tokens of a payment. */
function checkTokens({ token, amount: needed }: TokenAmount, held: bigint, { earlier, all }: Others) {
  const beside = (reserved: readonly Reservation[]): Funds => {
    const taken = reserved.reduce((sum, { tokens }) => sum + (tokens?.token === token ? tokens.amount : 0n), 0n);
    return { token, needed, available: held - taken };
  };
  const [alone, besideEarlier] = [beside([]), beside(earlier)];
  if (isShort(alone)) return { status: 'short' as const, funds: alone };
  if (isShort(besideEarlier)) return { status: 'earlier' as const, funds: besideEarlier };
  return { status: isShort(beside(all)) ? ('reserved' as const) : ('enough' as const), funds: alone };
}

/** The order in which statuses are told: what is short comes before what is reserved. */
const rank = (status: FundsStatus): number => STATUSES.indexOf(status);
