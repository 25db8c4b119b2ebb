import { expect, test } from 'vitest';
import { createMockNode, type MockNode } from '../../../src/index.ts';
import { presetNetwork } from '../../../src/network/presets.ts';
import { post } from '../../support/post.ts';

const HISTORY = '410000f90827f1c53a10cb7a02335b175320002935';
const preset = presetNetwork('mainnet');
const networkWith = (getAllowTvmPrague: bigint) => ({
  ...preset,
  blockVersion: 36,
  parameters: { ...preset.parameters, getAllowTvmPrague },
});

/** The id of a block as the contract returns it to a constant call; undefined if it reverts. */
async function historyOf(node: MockNode, number: number): Promise<string | undefined> {
  const data = number.toString(16).padStart(64, '0');
  const answer = await post(node, '/wallet/triggerconstantcontract', {
    owner_address: `41${'aa'.repeat(20)}`,
    contract_address: HISTORY,
    data,
  });
  const { constant_result: [result] = [], transaction } = answer as {
    readonly constant_result?: readonly string[];
    readonly transaction?: { readonly ret?: readonly [{ readonly ret?: string }] };
  };
  return transaction?.ret?.[0].ret === 'FAILED' ? undefined : result;
}

const idOf = async (node: MockNode, num: number): Promise<string> =>
  ((await post(node, '/wallet/getblockbynum', { num })) as { readonly blockID: string }).blockID;

const headOf = async (node: MockNode): Promise<number> => {
  const { block_header: header } = (await post(node, '/wallet/getnowblock', {})) as {
    readonly block_header: { readonly raw_data: { readonly number: number } };
  };
  return header.raw_data.number;
};

test('the contract returns the ids of all blocks before the head, from the first one', async () => {
  const node = createMockNode({ network: networkWith(1n) });
  node.mine(3);
  const head = await headOf(node);
  for (let number = 0; number < head; number++) expect(await historyOf(node, number)).toBe(await idOf(node, number));
  for (const number of [head, head + 1]) expect(await historyOf(node, number)).toBeUndefined();
});

test('the contract keeps its window of 8,191 blocks', async () => {
  const node = createMockNode({ network: networkWith(1n) });
  node.mine(8200);
  const head = await headOf(node);
  expect(await historyOf(node, head - 8192)).toBeUndefined();
  for (const number of [head - 8191, head - 8190, head - 1])
    expect(await historyOf(node, number)).toBe(await idOf(node, number));
});

test('an account becomes the contract when the parameter is turned on, and keeps its balance', async () => {
  const node = createMockNode({ network: networkWith(0n) });
  node.setBalance(HISTORY, 5n);
  node.mine();
  const last = await headOf(node);
  expect(await historyOf(node, last - 1)).toBeUndefined();
  node.setChainParameter('getAllowTvmPrague', 1n);
  node.mine(2);
  expect(await historyOf(node, last - 1)).toBe('00'.repeat(32));
  expect(await historyOf(node, last)).toBe(await idOf(node, last));
  expect(await post(node, '/wallet/getaccount', { address: HISTORY })).toMatchObject({ balance: 5, type: 'Contract' });
  const { smart_contract: contract } = (await post(node, '/wallet/getcontractinfo', { value: HISTORY })) as {
    readonly smart_contract: object;
  };
  expect(contract).toEqual({
    origin_address: '413462413af4609098e1e27a490f554f260213d685',
    contract_address: HISTORY,
    consume_user_resource_percent: 100,
    name: 'BlockHashHistory',
  });
});

test('a contract that is there already stays', async () => {
  const node = createMockNode({ network: networkWith(0n) });
  node.placeContract({ address: HISTORY, code: '60ff60005260206000f3' });
  node.setChainParameter('getAllowTvmPrague', 1n);
  node.mine(2);
  expect(await historyOf(node, 0)).toBe('ff'.padStart(64, '0'));
});
