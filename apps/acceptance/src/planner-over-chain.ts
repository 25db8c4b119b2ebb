import {
  createFeePlanner,
  type ContractCall,
  type EnergySource,
  type FeeMethod,
  type FeePlan,
  type FeeWarning,
} from '@coin/fee/planner';
import { type MockNode } from '@coin/mock-node';
import {
  broadcastHex,
  broadcastTransaction,
  createNodeClient,
  deployContract,
  getEnergyPrices,
  getContractInfo,
  getTransactionInfoById,
  isRpcError,
  signTransaction,
  triggerSmartContract,
  type NodeClient,
  type Transaction,
  type TransactionInfo,
} from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { type KeySigner, createKeySigner } from '@coin/rpc/signer';
import { transactionHex, type RecordedBlock, type RecordedTransaction } from './recorded-chain.ts';

/** When a planned transaction is executed. */
export type Landing =
  /** In the next block, after the transactions that precede it in the recording. */
  | 'in the next block'
  /** After the next maintenance, with no other transaction in between. */
  | 'after maintenance'
  /** After a maintenance that raised the factors of its contracts, because their use was above the threshold. */
  | 'after a busy cycle';

/** The execution of one transaction under a limit planned by one method. */
export interface PlannedRun {
  readonly method: FeeMethod;
  readonly landing: Landing;
  readonly txID: string;
  readonly block: number;
  readonly feeLimit: bigint;
  /** Whether the limit is what the node's search found. */
  readonly isSearched: boolean;
  /** The cost, in small units, of the energy it uses under the maximum fee limit; it may need one stipend more. */
  readonly used: bigint;
  readonly energyPrice: bigint;
  readonly outcome: 'succeeded' | 'out of energy' | 'failed otherwise';
  /** Whether earlier transactions of its block changed its basic energy since planning. */
  readonly pathChanged: boolean;
  /** Why it ran out of energy although the plan was right; absent where it did not, or where the plan was wrong. */
  readonly shortfallReason?: ShortfallReason;
}

/** A reason for a shortfall that no plan could foresee, or that the plan warned of. */
export type ShortfallReason =
  /** Earlier transactions of its block changed the basic energy. */
  | 'path changed'
  /** The committee decided a new price after the parameters of this cycle were read. */
  | 'price changed since planning'
  /** The plan warned that the owner can't fund all the energy of the limit. */
  | 'owner cannot fund the limit'
  /** The plan warned that the network's maximum fee limit is too low. */
  | 'above the maximum';

/** The runs of one chain, and the number of recorded successes that could not be planned, by error code. */
export interface ChainRuns {
  readonly runs: readonly PlannedRun[];
  readonly transactions: number;
  readonly unplannable: Readonly<Record<string, number>>;
}

/** The planning horizon: one block. The methods that cover a maintenance cover the next one regardless. */
const BLOCK_MS = 3_000;
const methods: readonly FeeMethod[] = ['estimate', 'energy-factor', 'across-cycle', 'max-factor'];
const coverMaintenance: readonly FeeMethod[] = ['across-cycle', 'max-factor'];
const contractTypes = new Set(['TriggerSmartContract', 'CreateSmartContract']);

const succeeded = ({ ret, raw_data: { contract } }: RecordedTransaction): boolean =>
  contractTypes.has(contract[0].type) && ret?.[0]?.contractRet === 'SUCCESS';

/** The call in the form a planner takes. */
function callOf({ raw_data: { contract } }: RecordedTransaction): ContractCall {
  const {
    owner_address: owner,
    contract_address,
    data = '',
    call_value = 0,
    new_contract,
  } = contract[0].parameter.value;
  if (new_contract === undefined)
    return { owner, contract: contract_address ?? '', data, callValue: BigInt(call_value) };
  return { owner, data: new_contract.bytecode, callValue: BigInt(new_contract.call_value ?? 0) };
}

function build(client: NodeClient, transaction: RecordedTransaction, feeLimit: bigint): Promise<Transaction> {
  const {
    owner_address: owner,
    contract_address,
    data = '',
    call_value = 0,
    new_contract,
  } = transaction.raw_data.contract[0].parameter.value;
  if (new_contract === undefined) {
    const call = { owner, contract: contract_address ?? '', data, callValue: BigInt(call_value), feeLimit };
    return triggerSmartContract(client, call);
  }
  return deployContract(client, {
    owner,
    bytecode: new_contract.bytecode,
    callValue: BigInt(new_contract.call_value ?? 0),
    callerPercent: new_contract.consume_user_resource_percent ?? 0,
    deployerEnergyLimit: BigInt(new_contract.origin_energy_limit ?? 0),
    feeLimit,
  });
}

/**
 * Imports a recorded chain into a node of the same network, plans each of its successful contract transactions at the
 * block before its own by every method, and runs it under the planned limit.
 *
 * @param node - with manual mining, and able to sign blocks
 * @param keys - private keys by address in 41-hex
 * @param options - `everyTransaction`: plans only every so many of them
 */
export async function planOverChain(
  node: MockNode,
  blocks: Iterable<RecordedBlock>,
  keys: ReadonlyMap<string, string>,
  { everyTransaction = 1 }: { readonly everyTransaction?: number } = {},
): Promise<ChainRuns> {
  const client = createNodeClient({
    transport: node,
  });
  const source = createEnergySource(client);
  let touched: readonly string[] = [];
  let highestKnownPrice = 0n;
  const observedSource: EnergySource = {
    ...source,
    energyRules: async (options) => {
      const rules = await source.energyRules(options);
      const prices = [rules.energyPrice, ...(rules.scheduled ?? []).map(({ energyPrice = 0n }) => energyPrice)];
      highestKnownPrice = prices.reduce((highest, price) => (price > highest ? price : highest));
      return rules;
    },
    simulate: async (call, options) => {
      const simulation = await source.simulate(call, options);
      ({ touched } = simulation);
      return simulation;
    },
  };
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
  const planner = createFeePlanner({ source: observedSource, clock, horizonMs: BLOCK_MS });
  const runs: PlannedRun[] = [];
  const unplannable: Record<string, number> = {};
  let [successes, transactions] = [0, 0];
  const signers = new Map<string, KeySigner>();
  function signerOf(owner: string): KeySigner {
    const signer = signers.get(owner) ?? createKeySigner(keys.get(owner) ?? '');
    signers.set(owner, signer);
    return signer;
  }

  /** Signs, broadcasts and mines. Undefined where the node does not build it because its trial run is out of energy. */
  async function execute(transaction: RecordedTransaction, feeLimit: bigint): Promise<TransactionInfo | undefined> {
    let built: Transaction;
    try {
      built = await build(client, transaction, feeLimit);
    } catch (error) {
      if (isRpcError(error, 'CALL_FAILED') && error.context.result === 'OUT_OF_ENERGY') return undefined;
      throw error;
    }
    const owner = transaction.raw_data.contract[0].parameter.value.owner_address;
    const signed = await signTransaction(built, signerOf(owner));
    await broadcastTransaction(client, signed);
    node.mine();
    const info = await getTransactionInfoById(client, { txID: signed.txID });
    if (info === undefined) throw new Error(`${transaction.txID} is in no block`);
    return info;
  }

  async function runAll(
    { block, transaction, index }: { block: RecordedBlock; transaction: RecordedTransaction; index: number },
    snapshot: string,
  ): Promise<void> {
    const call = callOf(transaction);
    transactions++;
    const plans = new Map<FeeMethod, FeePlan>();
    try {
      for (const method of methods) plans.set(method, await planner.plan(call, { method }));
    } catch (error) {
      if (!isRpcError(error)) throw error;
      unplannable[error.code] = (unplannable[error.code] ?? 0) + 1;
      return;
    }
    const contracts = touched;
    const rules = await source.energyRules();
    const states = await Promise.all(contracts.map((contract) => getContractInfo(client, { address: contract })));

    const landings: Record<Landing, () => Promise<void>> = {
      'in the next block': async () => {
        for (const earlier of block.transactions.slice(0, index)) {
          await broadcastHex(client, { transaction: transactionHex(earlier) });
        }
        node.setNextBlockTime(block.time);
      },
      'after maintenance': async () => node.advanceCycle(),
      'after a busy cycle': async () => {
        // Setting a factor dates it to this cycle, so the node does not apply the decay of earlier cycles again.
        contracts.forEach((contract, i) => {
          const state = states[i];
          if (state !== undefined) node.setEnergyFactor(contract, state.energyFactor);
        });
        // Below any usage, zero included. No real network has such a threshold, and the client rejects it: what follows
        // asks for the price alone.
        node.setChainParameter('getDynamicEnergyThreshold', -1n);
        node.advanceCycle();
      },
    };
    for (const [landing, before] of Object.entries(landings) as [Landing, () => Promise<void>][]) {
      const executed = new Map<bigint, Promise<TransactionInfo | undefined>>();
      const executeOnce = async (feeLimit: bigint) => {
        node.revert(snapshot);
        await before();
        return execute(transaction, feeLimit);
      };
      // Methods often agree on a limit.
      const under = (feeLimit: bigint) => {
        const execution = executed.get(feeLimit) ?? executeOnce(feeLimit);
        executed.set(feeLimit, execution);
        return execution;
      };
      const unlimited = await under(rules.maxFeeLimit);
      if (unlimited?.succeeded !== true) continue;
      const { energyTotal, energyPenalty } = unlimited.receipt;
      const energyPrice = (await getEnergyPrices(client)).at(-1)?.price ?? 0n;
      for (const [method, plan] of plans) {
        if (landing !== 'in the next block' && !coverMaintenance.includes(method)) continue;
        const { feeLimit, basicEnergy, estimateKind, warnings } = plan;
        const info = await under(feeLimit);
        const isOutOfEnergy = info === undefined || info.result === 'OUT_OF_ENERGY';
        const pathChanged = energyTotal - energyPenalty !== basicEnergy;
        const hasWarning = (code: FeeWarning['code']) => warnings.some((warning) => warning.code === code);
        const findReason = (): ShortfallReason | undefined => {
          if (pathChanged) return 'path changed';
          if (energyPrice > highestKnownPrice) return 'price changed since planning';
          if (hasWarning('MAX_FEE_LIMIT_REACHED')) return 'above the maximum';
          if (hasWarning('OWNER_CANNOT_FUND')) return 'owner cannot fund the limit';
          return undefined;
        };
        const shortfallReason = isOutOfEnergy ? findReason() : undefined;
        runs.push({
          method,
          landing,
          txID: transaction.txID,
          block: block.number,
          feeLimit,
          isSearched: estimateKind === 'search',
          used: energyTotal * energyPrice,
          energyPrice,
          outcome: isOutOfEnergy ? 'out of energy' : info.succeeded ? 'succeeded' : 'failed otherwise',
          pathChanged,
          ...(shortfallReason !== undefined && { shortfallReason }),
        });
      }
    }
    node.revert(snapshot);
  }

  for (const block of blocks) {
    if (block.number === 0) continue;
    const planned = [...block.transactions.entries()].filter(
      ([, transaction]) => succeeded(transaction) && successes++ % everyTransaction === 0,
    );
    if (planned.length > 0) {
      const snapshot = node.snapshot();
      for (const [index, transaction] of planned) await runAll({ block, transaction, index }, snapshot);
    }
    node.importBlock(block.json);
  }
  return { runs, transactions, unplannable };
}
