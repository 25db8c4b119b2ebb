import { createMockNode, type MockNodeOptions } from '@coin/mock-node';
import { createNodeClient, getTransactionInfoById, isRpcError, type TransactionInfo } from '@coin/rpc';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createKeySigner } from '@coin/rpc/signer';

type NetworkOptions = Required<Pick<MockNodeOptions, 'preset' | 'stepLimit'>>;

/** A node in this thread, a client of it, and the account that pays: the specification's network by default. */
export function openLocalNetwork({ preset = 'spec', stepLimit }: Partial<NetworkOptions> = {}) {
  const node = createMockNode({ preset, ...(stepLimit !== undefined && { stepLimit }) });
  // What a contract does in the first cycle of a chain changes no factor.
  node.advanceCycle();
  const client = createNodeClient({ transport: node });
  const [payer] = node.accounts;
  return {
    node,
    client,
    source: createEnergySource(client),
    owner: payer.address,
    signer: createKeySigner(payer.privateKey),
  };
}

export type LocalNetwork = ReturnType<typeof openLocalNetwork>;

/** The record of a transaction once it is in a block, also of one that failed there. */
export async function recordOf({ client }: LocalNetwork, sent: Promise<TransactionInfo>): Promise<TransactionInfo> {
  try {
    return await sent;
  } catch (error) {
    if (!isRpcError(error, 'TRANSACTION_FAILED')) throw error;
    const info = await getTransactionInfoById(client, { txID: error.context.txID });
    if (info === undefined) throw error;
    return info;
  }
}
