import { type MockNode } from '@coin/mock-node';
import { encodeCall } from '@coin/rpc/abi';
import { type Contract } from './swap-pool.ts';

/** What became of a call in a transaction. */
export interface Invocation {
  readonly txID: string;
  readonly status: string;
}

/**
 * Calls a function of a contract in a transaction without a signature. The test has impersonated the owner.
 *
 * A call takes about a millisecond of processor time: a quarter to build the transaction, half to execute it and make
 * its block, and a sixth to read its result.
 */
export async function invoke(
  node: MockNode,
  { address, abi }: Contract,
  {
    functionName,
    args,
    owner,
  }: { readonly functionName: string; readonly args: readonly unknown[]; readonly owner: string },
): Promise<Invocation> {
  const { functionSelector, parameter } = encodeCall({ abi, functionName, args });
  const request = {
    owner_address: owner,
    contract_address: address,
    function_selector: functionSelector,
    parameter,
    fee_limit: 1_000_000_000,
    visible: true,
  };
  const { transaction } = await post<{ readonly transaction: { readonly txID: string } }>(
    node,
    'triggersmartcontract',
    request,
  );
  const { txID } = transaction;
  await post(node, 'broadcasttransaction', transaction);
  const { receipt } = await post<{ readonly receipt: { readonly result: string } }>(node, 'gettransactioninfobyid', {
    value: txID,
  });
  return { txID, status: receipt.result };
}

/** Reads an integer from a view function. */
export async function readInteger(
  node: MockNode,
  { address, abi }: Contract,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<bigint> {
  const { functionSelector, parameter } = encodeCall({ abi, functionName, args });
  const { constant_result: [word = ''] = [] } = await post<{ readonly constant_result?: readonly string[] }>(
    node,
    'triggerconstantcontract',
    {
      owner_address: address,
      contract_address: address,
      function_selector: functionSelector,
      parameter,
      visible: true,
    },
  );
  return BigInt(`0x${word}`);
}

async function post<Answer>(node: MockNode, path: string, body: object): Promise<Answer> {
  const answer = await node.fetch(`http://node/wallet/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Answer;
}
