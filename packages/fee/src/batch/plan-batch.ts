import { type SmallUnits, type Address } from '@coin/units';
import { MILLISECONDS, bigintArgument, coinArgument, integerArgument } from '../argument-checks.ts';
import { transactionSize } from '../bandwidth.ts';
import { max, sum } from '../bigint-math.ts';
import { chargeTransaction, expectedFee, type FeeBreakdown, type TransactionCharge } from '../expected-fee.ts';
import { composeWithCharge, listPrices } from '../planner/compose-plan.ts';
import { type EnergyHistory } from '../planner/estimate/energy-history.ts';
import { type FeePlan } from '../planner/fee-plan.ts';
import { type StartedPlan } from '../planner/start-plan.ts';
import { createBatchBalances } from './batch-balances.ts';
import { type BatchTransaction, type BatchPlan, type BatchWarning, type TransferPlan } from './batch-plan.ts';
import { type PreparedCall, type PreparedTransfer, prepareBatch } from './batch-reads.ts';
import { orderEstimates } from './order-estimates.ts';

/** The time between two blocks: what is used recovers from one to the next. */
const SLOT_MS = 3_000;

/** What a transaction leaves behind. */
interface Planned {
  readonly plan: FeePlan | TransferPlan;
  readonly charge: TransactionCharge;
  /** The coin that it sends. */
  readonly amount: SmallUnits;
}

/** Plans the transactions of a batch in order, each with what those before it leave. */
export async function planBatch(
  transactions: readonly BatchTransaction[],
  options: StartedPlan & {
    history: EnergyHistory | undefined;
    intervalMs?: number | undefined;
    concurrency?: number | undefined;
  },
): Promise<BatchPlan> {
  const { rules, history, intervalMs = 0, concurrency = 8 } = options;
  integerArgument('intervalMs', intervalMs, MILLISECONDS);
  integerArgument('concurrency', concurrency, { min: 1, unit: 'transactions' });
  const { prepared, funds } = await prepareBatch(transactions, { ...options, intervalMs, concurrency });
  const balances = createBatchBalances(funds);
  const estimateInOrder = orderEstimates(prepared.filter((item) => 'estimate' in item));
  const created = new Set<Address>();

  function planCall(item: PreparedCall, slot: number): Planned {
    const { call, envelope, terms } = item;
    const deployer = terms && balances.left(terms.deployer, slot);
    const { plan, charge } = composeWithCharge({
      ...item,
      estimate: estimateInOrder(item),
      envelope,
      funds: balances.left(call.owner, slot),
      deployer: terms && deployer && { ...terms, energy: deployer.energy },
      stats: history?.get(call),
    });
    if (terms !== undefined) balances.useEnergy(terms.deployer, charge.deployerEnergy, slot);
    const warnings = plan.warnings.filter(({ code }) => code !== 'OWNER_CANNOT_FUND');
    const amount = bigintArgument('callValue', call.callValue ?? 0n, { min: 0n, unit: 'small units' });
    return { plan: { ...plan, warnings }, charge, amount };
  }

  function planTransfer({ call, envelope, ...item }: PreparedTransfer, slot: number): Planned {
    const { owner, to } = call;
    const amount = bigintArgument('amount', call.amount, { min: 0n, unit: 'small units' });
    const createsAccount = item.createsAccount && !created.has(to);
    const size = transactionSize({ ...envelope, kind: 'transfer', amount });
    const transaction = { ...envelope, size, createsAccount };
    const prices = listPrices(rules);
    const charge = chargeTransaction({ transaction, prices, owner: balances.left(owner, slot) });
    const maxFee = expectedFee({ transaction, prices }).total;
    created.add(to);
    balances.receive(to, amount);
    return { plan: { kind: 'transfer', createsAccount, expectedFee: charge.fee, size, maxFee }, charge, amount };
  }

  const warnings = new Map<Address, BatchWarning>();
  const plans = prepared.map((item, index) => {
    const slot = Math.floor((index * intervalMs) / SLOT_MS);
    const { owner } = item.call;
    const before = balances.left(owner, slot);
    const { plan, charge, amount } = 'estimate' in item ? planCall(item, slot) : planTransfer(item, slot);
    balances.pay(owner, { amount, charge, slot });
    const fee = charge.fee.total;
    const missing = before === undefined ? 0n : amount + fee - before.balance;
    if (before !== undefined && missing > 0n) {
      const { balance } = before;
      const first = { code: 'OWNER_CANNOT_FUND_BATCH', owner, index, balance, amount, fee, missing } as const;
      const warning = warnings.get(owner) ?? first;
      warnings.set(owner, { ...warning, missing: coinArgument('missing coin', max(warning.missing, missing)) });
    }
    return plan;
  });
  return { plans, expectedFee: addFees(plans), warnings: [...warnings.values()] };
}

/** The sum of the fees, by reason. */
function addFees(plans: readonly { expectedFee: FeeBreakdown }[]): FeeBreakdown {
  const add = (reason: keyof FeeBreakdown) =>
    coinArgument(`${reason} fee of the batch`, sum(plans.map(({ expectedFee }) => expectedFee[reason])));
  return {
    energy: add('energy'),
    bandwidth: add('bandwidth'),
    accountCreation: add('accountCreation'),
    memo: add('memo'),
    multiSign: add('multiSign'),
    total: add('total'),
  };
}
