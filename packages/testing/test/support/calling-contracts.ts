import { createMockNode, type PresetNode } from '@coin/mock-node';
import { addressHex } from './address-hex.ts';
import { post } from './post.ts';

/** A contract that reverts with the data of its call. */
export const REVERTER = `41${'c0'.repeat(20)}`;
/** One that emits an event of the call's first three words as topics, and the rest as data. */
export const EMITTER = `41${'c1'.repeat(20)}`;
/** One that loops until its energy is used up. */
export const LOOPER = `41${'c2'.repeat(20)}`;

const contracts = [
  { address: REVERTER, code: '366000600037366000fd' },
  { address: EMITTER, code: '366000600037604051602051600051606036036060a300' },
  { address: LOOPER, code: '5b600056' },
];

/** A node with these contracts, which takes unsigned transactions of its first account. */
export function nodeWithContracts(): PresetNode {
  const node = createMockNode({ contracts });
  node.impersonate(node.accounts[0].address);
  return node;
}

function callBody(node: PresetNode, contract: string, data: string): object {
  return { owner_address: addressHex(node.accounts[0].address), contract_address: contract, data };
}

/** The answer of triggerconstantcontract. */
export function callConstant(node: PresetNode, contract: string, data: string): Promise<unknown> {
  return post(node, '/wallet/triggerconstantcontract', callBody(node, contract, data));
}

/** Sends a transaction; its id. */
export async function send(node: PresetNode, contract: string, data: string): Promise<string> {
  const body = { ...callBody(node, contract, data), fee_limit: 100_000_000 };
  const { transaction } = (await post(node, '/wallet/triggersmartcontract', body)) as {
    readonly transaction: { readonly txID: string };
  };
  const answer = (await post(node, '/wallet/broadcasttransaction', transaction)) as { readonly result?: boolean };
  if (answer.result !== true) throw new Error(JSON.stringify(answer));
  return transaction.txID;
}

/** The answer of gettransactioninfobyid. */
export function infoOf(node: PresetNode, value: string): Promise<unknown> {
  return post(node, '/wallet/gettransactioninfobyid', { value });
}
