import { getAccount, getAccountResources, type Account, type NodeClient, type Signer } from '@coin/rpc';
import { getFeePrices, getOwnerResources, type FeePrices, type OwnerResources } from '@coin/rpc/fee-prices';
import { type SmallUnits } from '@coin/units';
import { paymentCost, type CostFacts, type PaymentCost, type Spending, type TokenAmount } from './payment-cost.ts';
import { createReading } from './reading.ts';
import { maxSignatures, planSigning, type SigningPlan } from './signing-plan.ts';
import { readTokenBalance } from './token-balance.ts';

/** The time for which a reading of an account is used: until the next block. */
export const ACCOUNT_MS = 3000;
/** The time for which prices are used. They change by votes, which take days. */
const PRICES_MS = 60_000;

/** The coin and resources that an unfinished payment can take from an account. */
interface Reservation {
  readonly coin: SmallUnits;
  readonly bytes: number;
  readonly energyFee: SmallUnits;
  readonly tokens?: TokenAmount | undefined;
}

/** The most that a transaction with so many signatures can take. */
function mostOf(spending: Spending, prices: FeePrices, signatures: number): Reservation {
  const resources = { energy: 0n, stakedBandwidth: 0, freeBandwidth: 0 };
  const costOf = (createsAccount: boolean) =>
    spending.coin + paymentCost(spending, { prices, resources, createsAccount, signatures }).maxFee;
  const costs = [false, spending.recipient !== undefined].map(costOf);
  const coin = costs.reduce((most, cost) => (cost > most ? cost : most));
  return { coin, bytes: spending.bytes, energyFee: spending.feeLimit, tokens: spending.tokens };
}

/** What a payment needs of coin (small units) or of a token, and what its account has. */
export interface Funds {
  /** The id of a TRC-10 token or the contract of a TRC-20 token; absent for coin. */
  readonly token?: string;
  readonly needed: bigint;
  readonly available: bigint;
}

/**
 * - `enough`: for this payment and for all unfinished payments of this run
 * - `reserved`: only if the unfinished payments do not take it
 * - `short`: not enough for this payment alone
 */
type FundsStatus = 'enough' | 'reserved' | 'short';

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
      const [account, resources] = await Promise.all([
        getAccount(client, { address }, options),
        getOwnerResources(client, { address }, options),
      ]);
      for (const reservation of known) spent.delete(reservation);
      return { account, resources };
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
      contracts.delete(reservation.tokens?.token ?? '');
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
    async check(id: string, spending: Spending, { isExact }: { readonly isExact: boolean }): Promise<FundsCheck> {
      const { recipient, owner, tokens } = spending;
      const wallet = walletOf(owner);
      const [prices, { account, resources }] = await Promise.all([readPrices(), wallet.read()]);
      const { balance = 0n } = account ?? {};
      const held = tokens && (assetOf(account, tokens) ?? (await wallet.readContract(tokens.token)));
      const othersOf = () =>
        [...wallet.reservations, ...wallet.earlier]
          .filter(([other]) => other !== id)
          .map(([, each]) => each)
          .concat(...wallet.spent);
      const plan = planSigning(spending, account, signers);
      const signatures = plan.kind === 'alone' ? 1 : maxSignatures(plan.permission);
      const checkWith = (createsAccount: boolean) =>
        checkCoin(spending, { prices, balance, resources, createsAccount, signatures }, othersOf());
      let coin = checkWith(false);
      if (recipient !== undefined) {
        // For many bytes, an account costs less to create than to pay.
        const ifNew = checkWith(true);
        const isCertain = coin.status === 'enough' && ifNew.status === 'enough' && !isExact;
        if (isCertain ? ifNew.needed > coin.needed : await isMissing(recipient)) coin = ifNew;
      }
      const { bytes, feeLimit } = spending;
      const token = tokens && checkTokens(tokens, held ?? 0n, othersOf());
      const isToken = token !== undefined && rank(token.status) > rank(coin.status);
      const coinFunds = { needed: coin.needed, available: balance };
      const { status, funds } = isToken ? token : { status: coin.status, funds: coinFunds };
      // A call that lacks coin fails in its block, so it may find less bandwidth than it counts on.
      const most = feeLimit > 0n ? spending.coin + coin.maxFee : coin.needed;
      if (status === 'enough') wallet.reservations.set(id, { coin: most, bytes, energyFee: feeLimit, tokens });
      return { status, funds, maxFee: coin.maxFee, ...(token && { tokenFunds: token.funds }) };
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
}

/** Whether an account has the coin for a payment and its fees. */
function checkCoin(
  spending: Spending,
  { balance, ...facts }: FundsFacts,
  reserved: readonly Reservation[],
): PaymentCost & { readonly status: FundsStatus } {
  const alone = paymentCost(spending, facts);
  if (alone.needed > balance) return { ...alone, status: 'short' };
  const resources = leftOver(facts.resources, facts.prices, reserved);
  const { needed } = paymentCost(spending, { ...facts, resources });
  const taken = reserved.reduce((sum, { coin }) => sum + coin, 0n);
  return { ...alone, needed, status: needed + taken > balance ? 'reserved' : 'enough' };
}

/** An account's units of a TRC-10 token; undefined for a contract. */
const assetOf = (account: Account | undefined, { token }: TokenAmount): bigint | undefined =>
  /^\d/.test(token) ? (account?.assets.find(({ tokenId }) => tokenId === token)?.amount ?? 0n) : undefined;

/** Whether an account has the tokens of a payment. */
function checkTokens({ token, amount: needed }: TokenAmount, held: bigint, reserved: readonly Reservation[]) {
  const taken = reserved.reduce((sum, { tokens }) => sum + (tokens?.token === token ? tokens.amount : 0n), 0n);
  const left = needed + taken > held ? 'reserved' : 'enough';
  const status: FundsStatus = needed > held ? 'short' : left;
  return { status, funds: { token, needed, available: held } };
}

/** The order in which statuses are told: what is short comes before what is reserved. */
const rank = (status: FundsStatus): number => ['enough', 'reserved', 'short'].indexOf(status);

/** The resources that unfinished payments leave an account, if they take as much as they can. */
function leftOver(resources: OwnerResources, prices: FeePrices, reserved: readonly Reservation[]): OwnerResources {
  const bytes = reserved.reduce((sum, each) => sum + each.bytes, 0);
  const energyFees = reserved.reduce((sum, { energyFee }) => sum + energyFee, 0n);
  const { energy: price = 0n } = prices;
  const energy = price === 0n ? resources.energy : resources.energy - energyFees / price;
  return {
    energy: energy > 0n ? energy : 0n,
    stakedBandwidth: Math.max(0, resources.stakedBandwidth - bytes),
    freeBandwidth: Math.max(0, resources.freeBandwidth - bytes),
  };
}
