import { createMockNode } from '@coin/mock-node';
import { type FuzzedChain } from './fuzzed-chain.ts';

export async function openOurChain(): Promise<FuzzedChain> {
  const node = createMockNode();
  const [{ address: owner }] = node.accounts;
  return {
    deploy: async (name, bytecode) => (await node.deploy({ name, bytecode })).address,
    send: async (contract, data) => (await node.invoke({ owner, contract, data })).status === 'SUCCESS',
    async read(contract, { functionSelector: function_selector, data }) {
      const parameter = data.slice(8);
      const call = { owner_address: owner, contract_address: contract, function_selector, parameter, visible: true };
      const answer = await node.fetch('http://node/wallet/triggerconstantcontract', {
        method: 'POST',
        body: JSON.stringify(call),
      });
      const { constant_result: [output = ''] = [] } = (await answer.json()) as {
        readonly constant_result?: readonly string[];
      };
      return BigInt(`0x${output}`);
    },
    save: async () => {
      const saved = node.snapshot();
      return async () => node.revert(saved);
    },
  };
}
