// A node with the contracts of a random call, and the call as it is estimated and as it is sent.
import { createMockNode, type MockNode } from '@coin/mock-node';
import {
  createNodeClient,
  deployContract,
  isRpcError,
  type NodeClient,
  sendTransaction,
  stake,
  type TransactionInfo,
  triggerSmartContract,
} from '@coin/rpc';
import { toAddress } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { CONTRACTS, type RandomCall, readsResources } from './random-code.ts';

type Signer = ReturnType<typeof createKeySigner>;

const [CALLER, DEPLOYER] = createMockNode()
  .accounts.slice(0, 2)
  .map(({ privateKey }) => createKeySigner(privateKey)) as [Signer, Signer];

export const addresses = CONTRACTS.map((hex) => toAddress(`41${hex}`)) as [string, string, string];

export interface RandomNetwork {
  readonly node: MockNode;
  readonly client: NodeClient;
  /** The call as an estimate takes it. */
  readonly planned: {
    readonly owner: string;
    readonly contract?: string;
    readonly data: string;
    readonly callValue: bigint;
  };
  /** Sends the call under a fee limit, and undoes it. The receipt is that of a call that succeeds. */
  readonly run: (
    feeLimit: bigint,
  ) => Promise<{ readonly result: string; readonly receipt?: TransactionInfo['receipt'] }>;
}

/** The network of a random call. */
export async function openRandomNetwork(call: RandomCall): Promise<RandomNetwork> {
  const node = createMockNode({
    contracts: addresses.map((address, index) => ({
      address,
      code: call.codes[index] ?? '',
      deployer: DEPLOYER.address,
      balance: BigInt(call.balances[index] ?? 0),
      energyFactor: BigInt(call.factors[index] ?? 0),
      callerPercent: call.callerPercent,
      deployerEnergyLimit: 20_000n,
    })),
  });
  const client = createNodeClient({ transport: node });
  if (call.callerPercent < 100) {
    await sendTransaction(client, {
      transaction: stake(client, { owner: DEPLOYER.address, amount: 2_000_000_000n, resource: 'ENERGY' }),
      signer: DEPLOYER,
    });
  }
  if (call.codes.some(readsResources)) {
    for (const resource of ['ENERGY', 'BANDWIDTH'] as const)
      await sendTransaction(client, {
        transaction: stake(client, { owner: CALLER.address, amount: 2_000_000n, resource }),
        signer: CALLER,
      });
  }
  const callValue = BigInt(call.callValue);
  const [contract] = addresses;
  const target = call.isDeployment
    ? { owner: CALLER.address, data: `${(call.codes[0] ?? '').replace(/00$/, '')}60285ff3`, deployerEnergyLimit: 1n }
    : { owner: CALLER.address, contract, data: '' };
  const planned = { ...target, callValue };

  const run: RandomNetwork['run'] = async (feeLimit) => {
    const { owner, data } = planned;
    const transaction = call.isDeployment
      ? deployContract(client, {
          owner,
          bytecode: data,
          callValue,
          feeLimit,
          callerPercent: 100,
          deployerEnergyLimit: 1n,
        })
      : triggerSmartContract(client, { owner, contract, data, callValue, feeLimit });
    const before = node.snapshot();
    try {
      const { receipt } = await sendTransaction(client, { transaction, signer: CALLER });
      return { result: 'SUCCESS', receipt };
    } catch (error) {
      if (!isRpcError(error, 'TRANSACTION_FAILED')) throw error;
      return { result: error.context.result };
    } finally {
      node.revert(before);
    }
  };
  return { node, client, planned, run };
}
