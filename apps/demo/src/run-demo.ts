import { feeLimitFromEnergyFactor, feeLimitFromEstimate, feeLimitFromMaxFactor, parseEnergyFactor } from '@coin/fee';
import { createFeePlanner } from '@coin/fee/planner';
import { createMockNode } from '@coin/mock-node';
import {
  createNodeClient,
  createTransaction,
  deployContract,
  estimateEnergy,
  getBalance,
  getChainParameters,
  getContractInfo,
  getTransactionInfoById,
  isRpcError,
  sendTransaction,
  triggerConstantContract,
  triggerSmartContract,
  type ContractCall,
  type NodeClient,
  type TransactionInfo,
} from '@coin/rpc';
import { encodeCall, encodeDeploy } from '@coin/rpc/abi';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createKeySigner } from '@coin/rpc/signer';
import { parseCoin, UNITS_PER_COIN } from '@coin/units';
import token from '../contracts/token.json' with { type: 'json' };

/** The result of a call under one fee limit. Energy in units, amounts in small units. */
export interface LimitedCall {
  readonly method: string;
  readonly feeLimit: bigint;
  readonly result: string;
  readonly energy: bigint;
  /** The fee for energy alone. */
  readonly energyFee: bigint;
  /** The fee for energy and bandwidth. */
  readonly burned: bigint;
}

const SUPPLY = 1_000_000_000_000n;
/** An upper bound for the cost of a deployment; unused energy costs nothing. */
const DEPLOYMENT_FEE_LIMIT = 1_000n * UNITS_PER_COIN;

/** The outcome of a transaction that may fail. */
async function outcomeOf(client: NodeClient, sent: Promise<TransactionInfo>): Promise<TransactionInfo> {
  try {
    return await sent;
  } catch (error) {
    if (!isRpcError(error, 'TRANSACTION_FAILED')) throw error;
    const info = await getTransactionInfoById(client, { txID: error.context.txID });
    if (info === undefined) throw error;
    return info;
  }
}

/** Transfers coin, estimates a token transfer, and sends it under each fee limit, on a node in this process. */
export async function runDemo(progress: (step: string) => void) {
  progress('starting a node in this process');
  await using node = createMockNode();
  const client = createNodeClient({ transport: node });
  const [payer, receiver, holder] = node.accounts;
  if (payer === undefined || receiver === undefined || holder === undefined)
    throw new Error('the node has no accounts');
  const signer = createKeySigner(payer.privateKey);
  const owner = payer.address;

  progress('sending coin: build, verify, sign, broadcast');
  const amount = parseCoin('12.5');
  const before = await getBalance(client, { address: owner });
  const sent = await sendTransaction(client, {
    transaction: createTransaction(client, { owner, to: receiver.address, amount }),
    signer,
  });
  const after = await getBalance(client, { address: owner });

  progress('deploying the token');
  const deployment = await deployContract(client, {
    owner,
    bytecode: token.bytecode,
    abi: token.abi,
    ...encodeDeploy({ abi: token.abi, args: [SUPPLY] }),
    name: 'Token',
    feeLimit: DEPLOYMENT_FEE_LIMIT,
    callerPercent: 100,
    deployerEnergyLimit: 10_000_000n,
  });
  await sendTransaction(client, { transaction: deployment, signer });
  const { contractAddress: contract } = deployment;
  if (contract === undefined) throw new Error('the deployment names no contract');

  // The recipient's first tokens need a new storage slot, which makes this the most expensive kind of transfer.
  const call = {
    owner,
    contract,
    ...encodeCall({ abi: token.abi, functionName: 'transfer', args: [holder.address, 1n] }),
  } satisfies ContractCall;

  const estimates = [];
  for (const factor of [parseEnergyFactor('0'), parseEnergyFactor('0.34')]) {
    progress(`estimating the call with an energy factor of ${Number(factor) / 10_000}`);
    node.setEnergyFactor(contract, factor);
    const { energyUsed: energy, energyPenalty: penalty } = await triggerConstantContract(client, call);
    const { energy: estimated } = await estimateEnergy(client, call);
    estimates.push({ factor, energy, penalty, estimated });
  }

  const { energyPrice, maxFactor, maxFeeLimit } = await getChainParameters(client);
  const { energyUsed: energy, basicEnergy } = await triggerConstantContract(client, call);
  const factor = (await getContractInfo(client, { address: contract }))?.energyFactor ?? 0n;
  const planner = createFeePlanner({
    source: createEnergySource(client),
    clock: node.clock,
  });
  const limits = {
    'estimate before each call': feeLimitFromEstimate({ energy, energyPrice, maxFeeLimit }),
    'energy factor of the cycle': feeLimitFromEnergyFactor({
      basicEnergy,
      energyFactor: factor,
      energyPrice,
      maxFeeLimit,
    }),
    'max factor of the chain': feeLimitFromMaxFactor({ basicEnergy, maxFactor, energyPrice, maxFeeLimit }),
    'the planner': (await planner.plan(call)).feeLimit,
  };

  async function callUnder(method: string, feeLimit: bigint): Promise<LimitedCall> {
    progress(`calling with the fee limit from: ${method}`);
    const snapshot = node.snapshot();
    const transaction = triggerSmartContract(client, { ...call, feeLimit });
    const { result, fee, receipt } = await outcomeOf(client, sendTransaction(client, { transaction, signer }));
    node.revert(snapshot);
    return { method, feeLimit, result, energy: receipt.energyTotal, energyFee: receipt.energyFee, burned: fee };
  }
  const runs: LimitedCall[] = [];
  for (const [method, feeLimit] of Object.entries(limits)) runs.push(await callUnder(method, feeLimit));
  const short = await callUnder('one unit of energy too little', (energy - 1n) * energyPrice);

  return {
    transfer: { txID: sent.txID, before, after, amount, fee: sent.fee },
    estimates,
    energyPrice,
    runs,
    short,
  };
}

export type DemoResult = Awaited<ReturnType<typeof runDemo>>;
