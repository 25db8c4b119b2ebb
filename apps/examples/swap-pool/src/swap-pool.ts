import { type MockNode } from '@coin/mock-node';
import { createNodeClient, type TransactionInfo } from '@coin/rpc';
import { writeContract } from '@coin/rpc/abi';
import { createKeySigner } from '@coin/rpc/signer';
import { compile, type ContractCode } from './compile.ts';

export const { compilation, code } = compile();

/** A contract on the network. */
export interface Contract extends ContractCode {
  readonly address: string;
}

/** A pool and its two tokens. */
export interface SwapPool {
  readonly first: Contract;
  readonly second: Contract;
  readonly pool: Contract;
}

/** Small units of a token: it has six decimals. */
export const TOKEN = 1_000_000n;
const SUPPLY = 1_000_000n * TOKEN;
const FEE_LIMIT = 100_000_000n;

/** Calls a function of a contract by one of the node's accounts, in a transaction. */
export async function call(
  node: MockNode,
  { address, abi }: Contract,
  functionName: string,
  args: readonly unknown[],
  by = node.accounts[0],
): Promise<TransactionInfo> {
  if (by === undefined) throw new Error('The node knows no account.');
  return writeContract(createNodeClient({ transport: node }), {
    // Errors of the tokens pass through the pool.
    abi: [...abi, ...code('Token').abi],
    address,
    functionName,
    args,
    feeLimit: FEE_LIMIT,
    signer: createKeySigner(by.privateKey),
  });
}

async function deploy(node: MockNode, name: string, args: readonly unknown[]): Promise<Contract> {
  const contract = code(name);
  return { ...contract, ...(await node.deploy({ name, args, ...contract })) };
}

/** Deploys two tokens and a pool of both; everything is the node's first account's, who has approved the pool. */
export async function deploySwapPool(node: MockNode): Promise<SwapPool> {
  const first = await deploy(node, 'Token', ['FST', SUPPLY]);
  const second = await deploy(node, 'Token', ['SND', SUPPLY]);
  const pool = await deploy(node, 'Pool', [first.address, second.address]);
  for (const token of [first, second]) await call(node, token, 'approve', [pool.address, SUPPLY]);
  await call(node, pool, 'supply', [SUPPLY / 10n, SUPPLY / 10n]);
  return { first, second, pool };
}
