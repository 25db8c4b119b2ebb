import { getAccountResources, getBalance, type NodeClient } from '@coin/rpc';
import { getFeePrices, getOwnerResources, type FeePrices, type OwnerResources } from '@coin/rpc/fee-prices';
import { type SmallUnits } from '@coin/units';
import { paymentCost, type CostFacts, type PaymentCost, type Spending } from './payment-cost.ts';
import { createReading } from './reading.ts';

/** The time for which a reading of an account is used: until the next block. */
export const ACCOUNT_MS = 3000;
/** The time for which prices are used. They change by votes, which take days. */
const PRICES_MS = 60_000;

/** The coin and resources that an unfinished payment can take from an account. */
interface Reservation {
  readonly coin: SmallUnits;
  readonly bytes: number;
  readonly energyFee: SmallUnits;
}

/** Whether an account can pay. */
export interface FundsCheck extends PaymentCost {
  /** The account's coin, in small units. */
  readonly available: SmallUnits;
  /**
   * - `enough`: for this payment and for all unfinished payments of this run
   * - `reserved`: only if the unfinished payments do not take it
   * - `short`: not enough for this payment alone
   */
  readonly status: 'enough' | 'reserved' | 'short';
}

/** The accounts that pay in one run, and the reservations of its unfinished payments. */
export function createWallets(client: NodeClient, options: { readonly signal: AbortSignal }) {
  const readPrices = createReading(client.clock, PRICES_MS, () => getFeePrices(client, options));
  const wallets = new Map<string, ReturnType<typeof createWallet>>();
  function createWallet(address: string) {
    const reservations = new Map<string, Reservation>();
    const readAccount = async () => {
      const [balance, resources] = await Promise.all([
        getBalance(client, { address }, options),
        getOwnerResources(client, { address }, options),
      ]);
      return { balance, resources };
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
    return { reservations, takeTurn, read: () => reading(), forget: () => void (reading = start()) };
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
      const { recipient, owner } = spending;
      const wallet = walletOf(owner);
      const [prices, account] = await Promise.all([readPrices(), wallet.read()]);
      const checkWith = (createsAccount: boolean) => {
        const others = [...wallet.reservations].filter(([other]) => other !== id).map(([, each]) => each);
        return checkFunds(spending, { prices, ...account, createsAccount }, others);
      };
      let checked = checkWith(false);
      if (recipient !== undefined) {
        // For many bytes, an account costs less to create than to pay.
        const ifNew = checkWith(true);
        const isCertain = checked.status === 'enough' && ifNew.status === 'enough' && !isExact;
        if (isCertain ? ifNew.needed > checked.needed : await isMissing(recipient)) checked = ifNew;
      }
      const { bytes, feeLimit } = spending;
      if (checked.status === 'enough')
        wallet.reservations.set(id, { coin: checked.needed, bytes, energyFee: feeLimit });
      return checked;
    },
    /** Reserves the coin that a signed transaction of an earlier run can take. */
    reserve(id: string, { owner, coin, bytes, feeLimit }: Spending): void {
      const { reservations } = walletOf(owner);
      if (!reservations.has(id)) reservations.set(id, { coin: coin + feeLimit, bytes, energyFee: feeLimit });
    },
    /** A place in the order in which an owner's entries look for coin. `reached` resolves when its turn comes. */
    takeTurn: (owner: string) => walletOf(owner).takeTurn(),
    /** Reads an account again for the next check, because it has changed. */
    forget: (owner: string): void => wallets.get(owner)?.forget(),
    release: (owner: string, id: string): void => void wallets.get(owner)?.reservations.delete(id),
  };
}

export type Wallets = ReturnType<typeof createWallets>;

interface FundsFacts extends CostFacts {
  readonly balance: SmallUnits;
}

function checkFunds(
  spending: Spending,
  { balance, ...facts }: FundsFacts,
  reserved: readonly Reservation[],
): FundsCheck {
  const alone = { ...paymentCost(spending, facts), available: balance };
  if (alone.needed > balance) return { ...alone, status: 'short' };
  const resources = leftOver(facts.resources, facts.prices, reserved);
  const { needed } = paymentCost(spending, { ...facts, resources });
  const taken = reserved.reduce((sum, { coin }) => sum + coin, 0n);
  return { ...alone, needed, status: needed + taken > balance ? 'reserved' : 'enough' };
}

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
