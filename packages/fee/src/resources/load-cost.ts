import { type SmallUnits } from '@coin/units';
import { coinArgument } from '../argument-checks.ts';
import { type ContractFactorState } from '../dynamic-energy.ts';
import { type FeeBreakdown, type TransactionCharge } from '../expected-fee.ts';
import {
  type AccountState,
  type NetworkRules,
  readAccount,
  readField,
  readNetwork,
  type StakeState,
  writeAccount,
} from './account-state.ts';
import { releaseStake } from './apply-resource-event.ts';
import { chargeAccounts } from './charge-accounts.ts';
import { createFactorTimeline } from './factor-timeline.ts';
import { weightChange } from './limits.ts';
import {
  type FactorSchedule,
  type Load,
  type LoadedContract,
  readLoad,
  readRentals,
  type Rental,
  type ResourceMix,
} from './load.ts';
import { type ResourceAccount, type ResourceNetwork } from './resource-ledger.ts';

/** A load, and everything that its cost depends on. */
export interface LoadCostOptions {
  readonly load: Load;
  /** Stakes and rentals that pay before coin is burned; by default only the account's own resources pay. */
  readonly mix?: ResourceMix;
  /** The sending account, without the stakes of the mix; by default an account without resources. */
  readonly account?: ResourceAccount;
  /** The network, without the stakes of the mix, and its prices in small units. */
  readonly network: ResourceNetwork;
  /** The contracts that kinds of transactions name, by those names. */
  readonly contracts?: Readonly<Record<string, LoadedContract>>;
  /** The rules by which the factors of these contracts change. */
  readonly factors?: FactorSchedule;
}

/** The coin, energy and bandwidth that transactions took, in small units, units of energy and bytes. */
export interface LoadSum {
  readonly transactions: number;
  readonly burned: FeeBreakdown;
  /** Energy from stake, its own or rented. */
  readonly stakedEnergy: bigint;
  /** Bandwidth from stake, its own or rented. */
  readonly stakedBandwidth: bigint;
  readonly freeBandwidth: bigint;
}

/** The cost of one hour of a load. */
export interface LoadHour extends LoadSum {
  /** The beginning of the hour, in milliseconds since 1970; hours without transactions are left out. */
  readonly time: number;
}

/** The cost of a load. */
export interface LoadCost extends LoadSum {
  /** The price of the rentals, in small units. */
  readonly rent: SmallUnits;
  readonly hours: readonly LoadHour[];
  /** The account after the last transaction, with the stakes of the mix. */
  readonly account: ResourceAccount;
  /** The contracts after the last transaction. */
  readonly contracts: Readonly<Record<string, ContractFactorState>>;
}

const HOUR_MS = 3_600_000;

/** A sum of charges. */
function createSum() {
  const sum = { energy: 0n, bandwidth: 0n, accountCreation: 0n, memo: 0n, multiSign: 0n, total: 0n };
  let [transactions, stakedEnergy, stakedBandwidth, freeBandwidth] = [0, 0n, 0, 0];
  return {
    add({ fee, energy, ...bytes }: TransactionCharge): void {
      transactions++;
      stakedEnergy += energy;
      stakedBandwidth += bytes.stakedBandwidth;
      freeBandwidth += bytes.freeBandwidth;
      if (fee.total === 0n) return;
      sum.energy += fee.energy;
      sum.bandwidth += fee.bandwidth;
      sum.accountCreation += fee.accountCreation;
      sum.memo += fee.memo;
      sum.multiSign += fee.multiSign;
      sum.total += fee.total;
    },
    read: (): LoadSum => ({
      transactions,
      burned: { ...sum },
      stakedEnergy,
      stakedBandwidth: BigInt(stakedBandwidth),
      freeBandwidth: BigInt(freeBandwidth),
    }),
  };
}

function addStake(
  state: { account: AccountState; rules: NetworkRules },
  field: 'energy' | 'bandwidth',
  amount: bigint,
): { account: AccountState; rules: NetworkRules } {
  const before = state.account[field];
  const after: StakeState = { ...before, stake: before.stake + coinArgument(`${field}Stake`, amount) };
  const { limit, weight } = state.rules[field];
  return {
    account: { ...state.account, [field]: after },
    rules: { ...state.rules, [field]: { limit, weight: weight + weightChange(before, after) } },
  };
}

/** The rentals as changes of received stake, in order. Those that end come before those that begin. */
function rentalChanges(rentals: readonly Rental[]): readonly { time: number; rental: Rental; ends: boolean }[] {
  const changes = rentals
    .filter(({ from, until }) => from < until)
    .flatMap((rental) => [
      { time: rental.until, rental, ends: true },
      { time: rental.from, rental, ends: false },
    ]);
  return changes.sort((one, other) => one.time - other.time || Number(other.ends) - Number(one.ends));
}

function changeRental(
  account: AccountState,
  { rental, ends, time }: { rental: Rental; ends: boolean; time: number },
  rules: NetworkRules,
): AccountState {
  const field = readField(rental.resource);
  const { amount } = rental;
  if (ends) return releaseStake(account, { field, amount, slot: rules.slotAt(time) }, rules).receiver;
  return { ...account, [field]: { ...account[field], received: account[field].received + amount } };
}

/**
 * Returns the coin that the transactions of an account burn, by reason, in each hour and in total.
 *
 * The result also has the energy and bandwidth that they take from stake, rented stake and free bandwidth.
 *
 * The transactions are charged one by one, as a node does it. Use recovers meanwhile, and rented stake takes its use
 * along when it returns. Factors of contracts change at each maintenance with the use. Own stake increases the
 * network's weight. The sum equals what a node burns, to the unit, if transactions are executed at the times of the
 * load and nothing else changes weights, prices or the account. The penalty of a kind without `charges` is rounded up.
 *
 * Source: docs/protocol/staking.md, "Where each is used", "Bill", "UnDelegateResource"; docs/protocol/bandwidth.md,
 * "Source order"; docs/protocol/dynamic-energy.md, "State and catch-up".
 *
 * @param options - `load`, kinds of transactions and when they are executed, at most five million; `mix`, stakes and
 * rentals in small units, none by default; `account`, `network`, with prices; `contracts` and `factors`, for kinds that
 * name a contract
 * @returns sums of small units, units of energy and bytes
 * @throws FeeError `ARGUMENT_INVALID`
 * @example
 * ```ts
 * import { loadCost } from '@coin/fee/resources';
 *
 * const network = {
 *   energy: { limit: 180_000_000_000n, weight: 19_000_000_000n },
 *   bandwidth: { limit: 43_200_000_000n, weight: 26_500_000_000n },
 *   freeBandwidth: 600,
 *   prices: { energy: 100n, bandwidth: 1_000n },
 * };
 * const load = {
 *   kinds: { withdrawal: { size: 345, energy: 64_285n } },
 *   transactions: { from: 1_700_000_000_000, hours: 24, perHour: [{ withdrawal: 10 }] },
 * };
 * loadCost({ load, network }).burned.total; // => 1_624_605_000n
 * loadCost({ load, network, mix: { energyStake: 1_000_000_000_000n } }).burned.energy; // => 0n
 * ```
 */
export function loadCost(options: LoadCostOptions): LoadCost {
  const { load, mix = {}, account: given = {}, network, contracts, factors } = options;
  const transactions = readLoad(load);
  const rentals = readRentals(mix.rentals);
  const initial = readNetwork(network);
  const energyStaked = addStake(
    { account: readAccount(given, initial), rules: initial },
    'energy',
    mix.energyStake ?? 0n,
  );
  const start = addStake(energyStaked, 'bandwidth', mix.bandwidthStake ?? 0n);
  const { rules } = start;
  let { account } = start;
  const timeline = createFactorTimeline(contracts, factors);
  const prices = network.prices ?? {};

  const changes = rentalChanges(rentals);
  let nextChange = 0;
  const total = createSum();
  const hours: LoadHour[] = [];
  let hour = createSum();
  let hourTime: number | undefined;
  const endHour = () => void (hourTime !== undefined && hours.push({ time: hourTime, ...hour.read() }));
  const first = transactions[0]?.time ?? 0;

  for (const { kind: name, time } of transactions) {
    for (let change = changes[nextChange]; change !== undefined && change.time <= time; change = changes[++nextChange])
      account = changeRental(account, change, rules);
    const kind = load.kinds[name] ?? { size: 0 };
    const transaction = { ...kind, energy: timeline.call(kind, time) };
    const charged = chargeAccounts(account, { transaction, failed: false, prices, slot: rules.slotAt(time) }, rules);
    account = charged.owner;
    total.add(charged.charge);
    const begin = first + Math.floor((time - first) / HOUR_MS) * HOUR_MS;
    if (begin !== hourTime) {
      endHour();
      [hour, hourTime] = [createSum(), begin];
    }
    hour.add(charged.charge);
  }
  endHour();
  for (const change of changes.slice(nextChange)) account = changeRental(account, change, rules);
  return {
    ...total.read(),
    rent: rentals.reduce((sum, { price = 0n }) => sum + price, 0n),
    hours,
    account: writeAccount(account, rules),
    contracts: timeline.statesAt(transactions.at(-1)?.time ?? 0),
  };
}
