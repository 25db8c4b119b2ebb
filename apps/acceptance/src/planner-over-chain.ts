import {
  createFeePlanner,
  type ContractCall,
  type EnergySource,
  type FeeMethod,
  type FeePlan,
  type FeeWarning,
} from '@coin/fee/planner';
import type { MockNode } from '@coin/mock-node';
import {
  broadcastHex,
  broadcastTransaction,
  createNodeClient,
  deployContract,
  getChainParameters,
  getContractInfo,
  getTransactionInfoById,
  isRpcError,
  signTransaction,
  triggerSmartContract,
  type NodeClient,
  type Transaction,
  type TransactionInfo,
} from '@coin/rpc';
import { energySource } from '@coin/rpc/energy-source';
import { signerFromPrivateKey } from '@coin/rpc/signer';
import { transactionHex, type RecordedBlock, type RecordedTransaction } from './recorded-chain.ts';

/** When a planned transaction lands. */
export type Landing =
  /** At its place in the next block. */
  | 'at its place'
  /** After the next maintenance, with nothing else in between. */
  | 'after maintenance'
  /** After a maintenance before which others used its contracts above the threshold, so that their factors rose. */
  | 'after a busy cycle';

/** What became of a transaction that was planned by one method and landed in one way. */
export interface PlannedRun {
  readonly method: FeeMethod;
  readonly landing: Landing;
  readonly txID: string;
  readonly block: number;
  readonly feeLimit: bigint;
  /** Small units that the energy it used under the highest limit costs. */
  readonly needed: bigint;
  readonly outcome: 'enough' | 'out of energy' | 'failed otherwise';
  /** Its basic energy is another than at planning, by what came before it in its block. */
  readonly pathChanged: boolean;
  /** Why it ran out of energy, where that is no fault of the plan's; absent where it did not, or where it is. */
  readonly excuse?: Excuse;
}

/** What no plan could know, or what it warned of. */
export type Excuse =
  /** What came before it in its block changed the basic energy. */
  | 'path changed'
  /** The committee decided another price after the parameters of this cycle were read. */
  | 'price decided since'
  /** It makes an inner call that sends more coin than its contract has: that leaves no trace, but needs 2,300 units for a while. */
  | 'unseen inner call'
  /** The plan warned: the payer can't fund all the energy of the limit. */
  | 'payer can’t fund it'
  /** The plan warned: the network's maximum is not enough. */
  | 'above the maximum';

/** Runs of one chain, and recorded successes that could not be planned, by the error's code. */
export interface ChainRuns {
  readonly runs: readonly PlannedRun[];
  readonly transactions: number;
  readonly unplannable: Readonly<Record<string, number>>;
}

/** It lands in the next block; what covers a maintenance covers the next one in any case. */
const BLOCK_MS = 3_000;
const methods: readonly FeeMethod[] = ['estimate', 'energy-factor', 'across-cycle', 'max-factor'];
const coverMaintenance: readonly FeeMethod[] = ['across-cycle', 'max-factor'];
const contractTypes = new Set(['TriggerSmartContract', 'CreateSmartContract']);

const succeeded = ({ ret, raw_data: { contract } }: RecordedTransaction): boolean =>
  contractTypes.has(contract[0].type) && ret?.[0]?.contractRet === 'SUCCESS';

/** The call as a planner takes it. */
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
    originEnergyLimit: BigInt(new_contract.origin_energy_limit ?? 0),
    feeLimit,
  });
}

/**
 * Imports a recorded chain into a node of the same network, and plans every successful contract transaction of it at the
 * block before its own, by each method; then runs it under the planned limit.
 *
 * @param node with manual mining, and able to sign blocks
 * @param keys private keys by address in 41-hex
 */
export async function planOverChain(
  node: MockNode,
  blocks: Iterable<RecordedBlock>,
  keys: ReadonlyMap<string, string>,
): Promise<ChainRuns> {
  const client = createNodeClient({
    endpoints: 'http://node',
    fetch: node.fetch,
    clock: () => node.now(),
  });
  const source = energySource(client);
  let touched: readonly string[] = [];
  let knownPrice = 0n;
  const watched: EnergySource = {
    ...source,
    energyRules: async (options) => {
      const rules = await source.energyRules(options);
      const prices = [rules.energyPrice, ...rules.scheduled.map(({ energyPrice = 0n }) => energyPrice)];
      knownPrice = prices.reduce((highest, price) => (price > highest ? price : highest));
      return rules;
    },
    simulate: async (call, options) => {
      const simulation = await source.simulate(call, options);
      ({ touched } = simulation);
      return simulation;
    },
  };
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };
  const planner = createFeePlanner({ source: watched, clock, horizonMs: BLOCK_MS });
  const runs: PlannedRun[] = [];
  const unplannable: Record<string, number> = {};
  let transactions = 0;

  /** Signs, sends and mines. Nothing where the node refuses to build it, because what it runs of it ends without energy. */
  async function land(transaction: RecordedTransaction, feeLimit: bigint): Promise<TransactionInfo | undefined> {
    let built: Transaction;
    try {
      built = await build(client, transaction, feeLimit);
    } catch (error) {
      if (isRpcError(error, 'CALL_FAILED') && error.context.result === 'OUT_OF_ENERGY') return undefined;
      throw error;
    }
    const key = keys.get(transaction.raw_data.contract[0].parameter.value.owner_address) ?? '';
    const signed = await signTransaction(built, signerFromPrivateKey(key));
    await broadcastTransaction(client, signed);
    node.mine();
    const info = await getTransactionInfoById(client, { txID: signed.txID });
    if (info === undefined) throw new Error(`${transaction.txID} got into no block`);
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
    const ran = touched;
    const rules = await source.energyRules();
    const states = await Promise.all(ran.map((contract) => getContractInfo(client, { contract })));

    const landings: Record<Landing, () => Promise<void>> = {
      'at its place': async () => {
        for (const earlier of block.transactions.slice(0, index)) {
          await broadcastHex(client, { transaction: transactionHex(earlier) });
        }
        node.setNextBlockTime(block.time);
      },
      'after maintenance': async () => node.advanceCycle(),
      'after a busy cycle': async () => {
        // Written anew, a factor is of this cycle: what the node owes for cycles before it is not counted a second time.
        ran.forEach((contract, i) => {
          const state = states[i];
          if (state !== undefined) node.setEnergyFactor(contract, state.energyFactor);
        });
        // Below any usage, none included.
        node.setChainParameter('getDynamicEnergyThreshold', -1n);
        node.advanceCycle();
      },
    };
    for (const [landing, before] of Object.entries(landings) as [Landing, () => Promise<void>][]) {
      const under = async (feeLimit: bigint) => {
        node.revert(snapshot);
        await before();
        return land(transaction, feeLimit);
      };
      const free = await under(rules.maxFeeLimit);
      if (free?.succeeded !== true) continue;
      const { energyTotal, energyPenalty } = free.receipt;
      const { energyPrice, maxFactor } = await getChainParameters(client);
      for (const [method, plan] of plans) {
        if (landing !== 'at its place' && !coverMaintenance.includes(method)) continue;
        const { feeLimit, basicEnergy, warnings } = plan;
        const info = await under(feeLimit);
        const isShort = info === undefined || info.result === 'OUT_OF_ENERGY';
        const pathChanged = energyTotal - energyPenalty !== basicEnergy;
        const warned = (code: FeeWarning['code']) => warnings.some((warning) => warning.code === code);
        const stipend = (2_300n * energyPrice * (10_000n + maxFactor)) / 10_000n;
        const excuseOf = async (): Promise<Excuse | undefined> => {
          if (pathChanged) return 'path changed';
          if (energyPrice > knownPrice) return 'price decided since';
          if (warned('MAX_FEE_LIMIT_REACHED')) return 'above the maximum';
          if (warned('PAYER_CANNOT_FUND')) return 'payer can’t fund it';
          return (await under(feeLimit + stipend))?.succeeded === true ? 'unseen inner call' : undefined;
        };
        const excuse = isShort ? await excuseOf() : undefined;
        runs.push({
          method,
          landing,
          txID: transaction.txID,
          block: block.number,
          feeLimit,
          needed: energyTotal * energyPrice,
          outcome: isShort ? 'out of energy' : info.succeeded ? 'enough' : 'failed otherwise',
          pathChanged,
          ...(excuse !== undefined && { excuse }),
        });
      }
    }
    node.revert(snapshot);
  }

  for (const block of blocks) {
    if (block.number === 0) continue;
    const wanted = [...block.transactions.entries()].filter(([, transaction]) => succeeded(transaction));
    if (wanted.length > 0) {
      const snapshot = node.snapshot();
      for (const [index, transaction] of wanted) await runAll({ block, transaction, index }, snapshot);
    }
    node.importBlock(block.json);
  }
  return { runs, transactions, unplannable };
}
