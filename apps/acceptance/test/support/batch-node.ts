import { type BatchTransaction, type BatchPlan, createBatchPlanner, type BatchPlanner } from '@coin/fee/batch';
import { createMockNode, type MockNode, type PresetName } from '@coin/mock-node';
import {
  broadcastTransaction,
  createNodeClient,
  http,
  createTransaction,
  deployContract,
  getTransactionInfoById,
  signTransaction,
  stake,
  triggerSmartContract,
  type NodeClient,
  type Transaction,
} from '@coin/rpc';
import { addressToHex, toAddress } from '@coin/rpc/address';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createKeySigner, type KeySigner } from '@coin/rpc/signer';
import token from '../../fixtures/token.json' with { type: 'json' };

const MAX_FEE_LIMIT = 1_000_000_000n;
const BLOCK_MS = 3_000;
export const COIN = 1_000_000n;

const word = (value: bigint | string) =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

/** The address of an account that does not exist. */
export const newAddress = (number: number): string =>
  toAddress(`41${(0xabc_000 + number).toString(16).padStart(40, '0')}`);

/** A transaction of a batch, by what tests vary. */
export interface Withdrawal {
  sender: KeySigner;
  to: string;
  amount: bigint;
  /** The token that is sent; coin if absent. */
  contract?: string;
  /** Of a transfer of coin. */
  memo?: string;
}

/** A node that mines on demand, with tokens and stakes, and what withdrawals are planned and sent with. */
export interface BatchNode {
  node: MockNode;
  client: NodeClient;
  accounts: readonly KeySigner[];
  planner: BatchPlanner;
  /** How many requests were made since the last time this was asked. */
  countRequests: () => number;
  /** Signs and sends a transaction; returns its id. */
  broadcast: (transaction: Promise<Transaction>, signer: KeySigner) => Promise<string>;
  /** Signs, sends and mines a transaction. */
  send: (transaction: Promise<Transaction>, signer: KeySigner) => Promise<{ contractAddress?: string; fee: bigint }>;
  /** Deploys a token, whose supply goes to the deployer, and gives half of it to `holders`. */
  deployToken: (deployer: KeySigner, callerPercent: number, holders: readonly KeySigner[]) => Promise<string>;
  /** Stakes small units for a resource, if any. */
  stakeFor: (owner: KeySigner, resource: 'BANDWIDTH' | 'ENERGY', amount: bigint) => Promise<unknown>;
  /**
   * Sends withdrawals in order under their planned limits and returns what each burned: all in one block, or one every
   * `intervalMs`.
   */
  execute: (withdrawals: readonly Withdrawal[], plan: BatchPlan, intervalMs?: number) => Promise<bigint[]>;
}

/** The withdrawal in the form that a planner takes. */
export const batchCall = ({ sender, to, amount, contract, memo = '' }: Withdrawal): BatchTransaction => ({
  ...(contract === undefined
    ? { kind: 'transfer', owner: sender.address, to, amount }
    : {
        owner: sender.address,
        contract,
        functionSelector: 'transfer(address,uint256)',
        parameter: word(to) + word(amount),
      }),
  memoSize: new TextEncoder().encode(memo).length,
});

export function createBatchNode(preset: PresetName): BatchNode {
  const node = createMockNode({ preset, mining: { kind: 'manual' } });
  // The token's code is newer than a new network.
  for (const name of ['getAllowTvmShangHai', 'getAllowTvmCancun']) node.setChainParameter(name, 1n);
  let requests = 0;
  const client = createNodeClient({
    transport: http(node, { hooks: { beforeRequest: [() => void requests++] } }),
  });
  const accounts = node.accounts.map(({ privateKey }) => createKeySigner(privateKey));
  const clock = { now: () => node.now(), sleep: () => Promise.resolve() };

  const infoOf = async (txID: string) => {
    const info = await getTransactionInfoById(client, { txID });
    if (info === undefined) throw new Error(`transaction ${txID} is in no block`);
    if (!info.succeeded) throw new Error(`transaction ${txID} failed: ${info.result}`);
    return info;
  };

  const broadcast = async (transaction: Promise<Transaction>, signer: KeySigner) => {
    const signed = await signTransaction(await transaction, signer);
    await broadcastTransaction(client, signed);
    return signed.txID;
  };

  const send: BatchNode['send'] = async (transaction, signer) => {
    const txID = await broadcast(transaction, signer);
    node.mine();
    return infoOf(txID);
  };

  const build = ({ sender, memo, ...withdrawal }: Withdrawal, feeLimit: bigint | undefined) => {
    const call = batchCall({ sender, ...withdrawal });
    if ('to' in call) {
      const { owner, to, amount } = call;
      return createTransaction(client, { owner, to, amount, ...(memo !== undefined && { memo }) });
    }
    const { contract = '', feeLimit: _, memoSize: __, ...input } = { ...call, feeLimit };
    return triggerSmartContract(client, { ...input, contract, feeLimit: feeLimit ?? 0n });
  };

  return {
    node,
    client,
    accounts,
    planner: createBatchPlanner({ source: createEnergySource(client), clock }),
    countRequests: () => {
      const count = requests;
      requests = 0;
      return count;
    },
    broadcast,
    send,
    deployToken: async (deployer, callerPercent, holders) => {
      const { contractAddress = '' } = await send(
        deployContract(client, {
          owner: deployer.address,
          bytecode: token.bytecode,
          parameter: word(COIN * COIN),
          feeLimit: MAX_FEE_LIMIT,
          callerPercent,
          deployerEnergyLimit: 10_000_000n,
        }),
        deployer,
      );
      for (const holder of holders) {
        const transfer = { sender: deployer, to: holder.address, amount: COIN, contract: contractAddress };
        await send(build(transfer, MAX_FEE_LIMIT), deployer);
      }
      return contractAddress;
    },
    stakeFor: async (owner, resource, amount) =>
      amount > 0n && send(stake(client, { owner: owner.address, resource, amount }), owner),
    execute: async (withdrawals, { plans }, intervalMs = 0) => {
      const sent: string[] = [];
      let time = node.now();
      for (const [index, withdrawal] of withdrawals.entries()) {
        sent.push(await broadcast(build(withdrawal, plans[index]?.feeLimit), withdrawal.sender));
        if (intervalMs === 0) continue;
        node.mine();
        time += intervalMs;
        if (intervalMs > BLOCK_MS) node.setNextBlockTime(time);
        if (intervalMs > BLOCK_MS) node.mine();
      }
      node.mine();
      return Promise.all(sent.map(async (txID) => (await infoOf(txID)).fee));
    },
  };
}
