// Plans random calls by every method, and looks for the lowest limit under which each of them succeeds.
import { createFeePlanner, type FeeMethod, type FeePlan } from '@coin/fee/planner';
import { createMockNode } from '@coin/mock-node';
import {
  createNodeClient,
  deployContract,
  isRpcError,
  sendTransaction,
  stake,
  triggerConstantContract,
  triggerSmartContract,
} from '@coin/rpc';
import { toAddress } from '@coin/rpc/address';
import { energySource } from '@coin/rpc/energy-source';
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { CONTRACTS, type RandomCall } from './random-code.ts';

type Signer = ReturnType<typeof signerFromPrivateKey>;

const [CALLER, DEPLOYER] = createMockNode()
  .accounts.slice(0, 2)
  .map(({ privateKey }) => signerFromPrivateKey(privateKey)) as [Signer, Signer];
/** Small units for a unit of energy. */
const PRICE = 100n;
const addresses = CONTRACTS.map((hex) => toAddress(`41${hex}`)) as [string, string, string];
const METHODS: readonly FeeMethod[] = ['estimate', 'energy-factor', 'across-cycle', 'max-factor'];
const STIPEND = 2_300n;

/** A planned call and what became of it. */
export interface PlannedCall {
  readonly method: FeeMethod;
  readonly source: FeePlan['source'];
  readonly warnings: readonly string[];
  /** Whether the transaction came after a maintenance that raised all factors. */
  readonly afterMaintenance: boolean;
  readonly isShort: boolean;
  /** Units of energy that the limit allows and the call used. */
  readonly allowed: bigint;
  readonly used: bigint;
  /** Whether it succeeds with a stipend less than the limit. */
  readonly succeedsWithStipendLess: boolean;
}

/** Undefined where the call fails under every limit. The reads are the requests of one plan by the automatic method. */
export async function planRandomCall(
  call: RandomCall,
): Promise<{ planned: readonly PlannedCall[]; reads: readonly number[] } | undefined> {
  const node = createMockNode({
    contracts: addresses.map((address, index) => ({
      address,
      code: call.codes[index] ?? '',
      origin: DEPLOYER.address,
      balance: BigInt(call.balances[index] ?? 0),
      energyFactor: BigInt(call.factors[index] ?? 0),
      callerPercent: call.callerPercent,
      originEnergyLimit: 20_000n,
    })),
  });
  const client = createNodeClient({ endpoints: 'http://node', fetch: node.fetch, clock: node });
  if (call.callerPercent < 100) {
    await sendTransaction(client, {
      transaction: stake(client, { owner: DEPLOYER.address, amount: 2_000_000_000n, resource: 'ENERGY' }),
      signer: DEPLOYER,
    });
  }
  const target = call.isDeployment
    ? { owner: CALLER.address, data: `${(call.codes[0] ?? '').replace(/00$/, '')}60285ff3`, originEnergyLimit: 1n }
    : { owner: CALLER.address, contract: addresses[0], data: '' };
  const planned = { ...target, callValue: BigInt(call.callValue) };
  try {
    await triggerConstantContract(client, planned);
  } catch (error) {
    if (isRpcError(error)) return undefined;
    throw error;
  }
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
  const planner = createFeePlanner({ source: energySource(client), clock });
  const reads: number[] = [];
  const before = node.snapshot();
  for (let plan = 0; plan < 2; plan++) {
    node.requests.reset();
    await planner.plan(planned);
    reads.push(node.requests.entries.length);
  }
  const plans: FeePlan[] = [];
  for (const method of METHODS) plans.push(await planner.plan(planned, { method }));

  const runs: PlannedCall[] = [];
  for (const afterMaintenance of [false, true]) {
    let start = before;
    node.revert(start);
    if (afterMaintenance) {
      call.factors.forEach((factor, index) => node.setEnergyFactor(addresses[index] ?? '', BigInt(factor)));
      node.setChainParameter('getDynamicEnergyThreshold', -1n);
      node.advanceCycle();
    }
    start = node.snapshot();

    const run = async (feeLimit: bigint) => {
      node.revert(start);
      const { owner, callValue } = planned;
      const transaction = call.isDeployment
        ? deployContract(client, {
            owner,
            bytecode: target.data,
            callValue,
            feeLimit,
            callerPercent: 100,
            originEnergyLimit: 1n,
          })
        : triggerSmartContract(client, { owner, contract: addresses[0], data: '', callValue, feeLimit });
      try {
        return (await sendTransaction(client, { transaction, signer: CALLER })).receipt;
      } catch (error) {
        if (isRpcError(error, 'TRANSACTION_FAILED')) return undefined;
        throw error;
      }
    };
    // A deployer adds energy to what the limit allows, so that a lower limit may suffice.
    const isPaidByCaller = call.isDeployment || call.callerPercent === 100;
    const unlimited = await run(15_000_000_000n);
    if (unlimited === undefined) continue;
    const used = unlimited.energyTotal;
    for (const { feeLimit, method, source, basicEnergy, warnings } of plans) {
      if (afterMaintenance && (method === 'estimate' || method === 'energy-factor')) continue;
      // Where an inner call runs out of its constant energy under the new factor, the call is another.
      if (afterMaintenance && basicEnergy !== used - unlimited.energyPenalty) continue;
      const receipt = await run(feeLimit);
      const less = feeLimit - (STIPEND + 1n) * PRICE;
      runs.push({
        method,
        source,
        warnings: warnings.map(({ code }) => code),
        afterMaintenance,
        isShort: receipt === undefined,
        allowed: feeLimit / PRICE,
        used,
        succeedsWithStipendLess:
          method === 'estimate' && isPaidByCaller && less >= 0n && (await run(less)) !== undefined,
      });
    }
  }
  return { planned: runs, reads };
}
