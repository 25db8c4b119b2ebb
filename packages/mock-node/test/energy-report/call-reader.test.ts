import { createCallReader, createEnergyCollector } from '@coin/mock-node/energy-report';
import { expect, test } from 'vitest';
import { createMockNode, type BaseNode, type MockNode } from '../../src/index.ts';
import { forkOf } from '../support/fork-upstream.ts';
import { callRpc, ethAddress } from '../support/json-rpc.ts';
import { post } from '../support/post.ts';

const view = { type: 'function', name: 'read', inputs: [], outputs: [], stateMutability: 'view' };
const write = { ...view, name: 'write', stateMutability: 'nonpayable' };

/** A contract that reads slot 0 and stops, whichever function is called. */
async function deploy(node: MockNode): Promise<string> {
  const { address } = await node.deploy({ bytecode: '63600054006000526004601cf3', abi: [view, write], name: 'Box' });
  return address;
}

const call = (node: BaseNode, contract: string, name: string): Promise<unknown> =>
  post(node, '/wallet/triggerconstantcontract', {
    owner_address: contract,
    contract_address: contract,
    function_selector: `${name}()`,
    visible: true,
  });

test('returns calls of view functions once, and no estimates', async () => {
  const node = createMockNode();
  const contract = await deploy(node);
  const newCalls = createCallReader(node);
  await call(node, contract, 'read');
  await call(node, contract, 'write');
  await call(node, contract, 'read');
  const collector = createEnergyCollector();
  for (const trace of newCalls()) collector.add(trace);
  expect(collector.report().functions).toMatchObject([{ contract: 'Box', function: 'read()', calls: 2 }]);
  expect(newCalls()).toEqual([]);
});

test('traces a call on the state that it read', async () => {
  const node = createMockNode();
  const contract = await deploy(node);
  const newCalls = createCallReader(node);
  await call(node, contract, 'read');
  node.setCode({ address: contract, code: '60006000fd' });
  await call(node, contract, 'read');
  expect(newCalls().map((trace) => trace.call?.status)).toEqual(['success', 'revert']);
});

test('sees calls over JSON-RPC and through triggersmartcontract', async () => {
  const node = createMockNode();
  const contract = await deploy(node);
  const newCalls = createCallReader(node);
  const body = { owner_address: node.accounts[0].address, contract_address: contract, function_selector: 'read()' };
  await post(node, '/wallet/triggersmartcontract', { ...body, visible: true, fee_limit: 1_000_000 });
  const to = ethAddress(contract);
  expect((await callRpc(node, 'eth_call', [{ from: to, to, data: '0x57de26a4' }, 'latest'])).error).toBe(undefined);
  expect(newCalls().map((trace) => trace.call?.status)).toEqual(['success', 'success']);
});

test('returns no calls of a fork, and rejects an object that is not a node', async () => {
  const live = createMockNode();
  const contract = await deploy(live);
  const fork = await forkOf(live);
  const newCalls = createCallReader(fork);
  await call(fork, contract, 'read');
  expect(newCalls()).toEqual([]);
  expect(() => createCallReader({} as never)).toThrow(
    'Invalid node "an object": it must be a node made by createMockNode',
  );
});
