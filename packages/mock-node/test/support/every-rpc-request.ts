import { accountMethods } from '../../src/jsonrpc/methods/account-methods.ts';
import { blockMethods } from '../../src/jsonrpc/methods/block-methods.ts';
import { buildingMethods } from '../../src/jsonrpc/methods/building-methods.ts';
import { callMethods } from '../../src/jsonrpc/methods/call-methods.ts';
import { logMethods } from '../../src/jsonrpc/methods/log-methods.ts';
import { networkMethods } from '../../src/jsonrpc/methods/network-methods.ts';
import { transactionMethods } from '../../src/jsonrpc/methods/transaction-methods.ts';
import { addressOf, type Walk } from './actions.ts';
import { type Asked } from './every-request.ts';
import { post } from './post.ts';

/** Methods that read something; those that the node does not have read nothing. */
const methods = {
  ...accountMethods,
  ...blockMethods,
  ...buildingMethods,
  ...callMethods,
  ...logMethods,
  ...networkMethods,
  ...transactionMethods,
};

/** Requests of every method of JSON-RPC, with accounts, contracts, transactions and blocks of a walk. */
export async function everyRpcRequest(walk: Walk): Promise<readonly Asked[]> {
  const { node, deployed, accepted } = walk;
  const { blockID } = (await post(node, '/wallet/getblockbynum', { num: 10 })) as { readonly blockID: string };
  const hash = `0x${blockID}`;
  const [owner, other] = [0, 1].map((index) => `0x${addressOf(walk, index).slice(2)}`);
  const places = [...deployed.map(({ address }) => `0x${address.slice(2)}`), owner, `0x${'ab'.repeat(20)}`];
  const calls = deployed.flatMap(({ address, calls: data }) =>
    data.slice(0, 2).map((input) => ({ from: owner, to: `0x${address.slice(2)}`, data: `0x${input}` })),
  );
  const logs = [{ fromBlock: '0x5', toBlock: '0xa' }, { fromBlock: 'latest' }, { blockHash: hash }, {}];
  const ids = accepted.slice(0, 4).map((id) => `0x${id}`);
  const parameters: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
    eth_getBalance: places.map((place) => [place, 'latest']),
    eth_getCode: places.map((place) => [place, 'latest']),
    eth_getStorageAt: places.flatMap((place) => ['0x0', '0x1'].map((slot) => [place, slot, 'latest'])),
    eth_call: calls.flatMap((call) => [
      [call, 'latest'],
      [call, { blockNumber: '0x5' }],
      [call, { blockHash: hash }],
    ]),
    eth_estimateGas: [
      ...calls.map((call) => [call]),
      [{ from: owner, to: other, value: '0x1' }],
      [{ from: owner, data: '0x6000' }],
    ],
    buildTransaction: [
      ...calls.map((call) => [call]),
      [{ from: owner, to: other, value: '0x1' }],
      [{ from: owner, to: other, tokenId: 1_000_001, tokenValue: 1 }],
    ],
    eth_getLogs: logs.map((query) => [query]),
    eth_newFilter: logs.slice(0, 2).map((query) => [query]),
    eth_getFilterChanges: [['0x01']],
    eth_getFilterLogs: [['0x01']],
    eth_uninstallFilter: [['0x01']],
    eth_getBlockByHash: [
      [hash, true],
      [hash, false],
      [`0x${'00'.repeat(32)}`, false],
    ],
    eth_getBlockByNumber: ['0x0', '0x5', 'latest', 'earliest', 'finalized', '0xffffff'].map((tag) => [tag, true]),
    eth_getBlockReceipts: [['0x5'], ['latest'], [hash]],
    eth_getBlockTransactionCountByHash: [[hash]],
    eth_getBlockTransactionCountByNumber: [['0x5'], ['latest']],
    eth_getTransactionByHash: ids.map((id) => [id]),
    eth_getTransactionReceipt: ids.map((id) => [id]),
    eth_getTransactionByBlockHashAndIndex: [[hash, '0x0']],
    eth_getTransactionByBlockNumberAndIndex: [['0x5', '0x0']],
    eth_getUncleByBlockHashAndIndex: [[hash, '0x0']],
    eth_getUncleByBlockNumberAndIndex: [['0x5', '0x0']],
    eth_getUncleCountByBlockHash: [[hash]],
    eth_getUncleCountByBlockNumber: [['0x5']],
    web3_sha3: [['0x00']],
  };
  return Object.entries(methods).flatMap(([name, { parameters: count }]) =>
    (parameters[name] ?? (count === 0 ? [[]] : missing(name))).map((params): Asked => ({
      path: '/jsonrpc',
      method: 'POST',
      body: { jsonrpc: '2.0', id: 1, method: name, params },
    })),
  );
}

function missing(name: string): never {
  throw new Error(`${name} has parameters, and no list here has them`);
}
