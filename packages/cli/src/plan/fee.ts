import { type TransferPlan } from '@coin/fee/batch';
import { type FeePlan } from '@coin/fee/planner';
import { createEnergySource } from '@coin/rpc/energy-source';
import { toAmount } from '../output/amount.ts';
import { type DataObject } from '../output/data.ts';
import { describeFee } from '../output/fee.ts';
import { openClient, type Session } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { readAddress } from '../values/address.ts';
import { type CallerOptions, encodeData, readArguments } from '../values/call-arguments.ts';
import { findEntry } from '../values/contract-function.ts';

interface FeeArguments {
  readonly contract?: string;
  readonly function?: string;
  readonly arguments: readonly string[];
}

interface FeeOptions extends CallerOptions {
  readonly to?: string;
  readonly amount?: bigint;
  readonly memo?: string;
  readonly signatures?: number;
}

function describeCallPlan(plan: FeePlan, why: string): DataObject {
  return {
    expectedFee: describeFee({ ...plan.expectedFee }),
    atMost: toAmount(plan.maxFee),
    feeLimit: toAmount(plan.feeLimit),
    method: plan.method,
    energy: plan.energy,
    energyFromStake: plan.energyFromStake,
    energyFromDeployer: plan.energyFromDeployer,
    bandwidth: plan.size,
    validUntil: new Date(plan.validUntil),
    warnings: plan.warnings.map(({ code }) => code),
    why: why.split('\n').map((reason) => ({ reason })),
  };
}

const describeTransferPlan = ({ expectedFee, createsAccount, size, maxFee }: TransferPlan): DataObject => ({
  expectedFee: describeFee({ ...expectedFee }),
  atMost: toAmount(maxFee),
  createsAccount,
  bandwidth: size,
});

/** `coin fee`: what a transaction will cost, and why. */
export async function planFee(session: Session, args: FeeArguments, options: FeeOptions): Promise<DataObject> {
  const { contract: text, function: name, arguments: texts } = args;
  const { from, to, amount, value, memo, signatures } = options;
  if (session.node === undefined) {
    if (text !== undefined || [from, to, amount, value, memo, signatures].some((each) => each !== undefined))
      throw new UsageError('The fee of this transaction depends on a network: pass --node URL or set COIN_NODE');
    const { feesOfEmbeddedNode } = await import('./embedded-fees.ts');
    return feesOfEmbeddedNode();
  }
  if (from === undefined) throw new UsageError('Whose transaction is it? Pass --from ADDRESS');
  const owner = readAddress(from);
  const fields = { ...(memo !== undefined && { memo }), ...(signatures !== undefined && { signatures }) };
  if (to !== undefined) {
    if (text !== undefined) throw new UsageError('--to is for a transfer of coin: leave out the contract');
    if (value !== undefined) throw new UsageError('--value is for a call: the coin to transfer is --amount');
    if (amount === undefined) throw new UsageError('How much coin? Pass --amount, such as --amount 1.5coin');
    const { createBatchPlanner } = await import('@coin/fee/batch');
    const planner = createBatchPlanner({ source: createEnergySource(await openClient(session)) });
    const transfer = { kind: 'transfer', owner, to: readAddress(to), amount, ...fields } as const;
    const { plans } = await planner.planBatch([transfer], { signal: session.signal });
    return describeTransferPlan(plans[0] as TransferPlan);
  }
  if (text === undefined || name === undefined)
    throw new UsageError('Pass a contract and its function, or --to and --amount for a transfer of coin');
  if (amount !== undefined)
    throw new UsageError('--amount is for a transfer: coin to send along with a call is --value');
  const contract = readAddress(text);
  const client = await openClient(session);
  const [entry] = await findEntry(client, { contract, text: name, type: 'function' }, { signal: session.signal });
  const { functionSelector, parameter } = encodeData(entry, readArguments(entry.inputs ?? [], texts));
  const { createFeePlanner } = await import('@coin/fee/planner');
  const planner = createFeePlanner({ source: createEnergySource(client) });
  const plan = await planner.plan(
    { owner, contract, functionSelector, parameter, ...(value !== undefined && { callValue: value }), ...fields },
    { signal: session.signal },
  );
  return describeCallPlan(plan, planner.explain(plan));
}
