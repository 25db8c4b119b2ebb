import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import { type FuzzedChain } from './fuzzed-chain.ts';

/** A network in this process, without a client in front of its provider. */
export async function openHardhatChain(): Promise<FuzzedChain> {
  const { network } = await createHardhatRuntimeEnvironment({});
  const { provider } = await network.create();
  const request = (method: string, params: readonly unknown[] = []): Promise<unknown> =>
    provider.request({ method, params: [...params] });
  const [from] = (await request('eth_accounts')) as readonly string[];
  const sent = async (call: object): Promise<{ readonly status: string; readonly contractAddress: string }> => {
    const hash = await request('eth_sendTransaction', [{ from, gas: '0xf42400', ...call }]);
    return (await request('eth_getTransactionReceipt', [hash])) as Awaited<ReturnType<typeof sent>>;
  };
  return {
    deploy: async (_, bytecode) => (await sent({ data: `0x${bytecode}` })).contractAddress,
    send: (to, data) =>
      sent({ to, data: `0x${data}` }).then(
        ({ status }) => status === '0x1',
        () => false,
      ),
    read: async (to, { data }) => BigInt(String(await request('eth_call', [{ to, data: `0x${data}` }]))),
    async save() {
      let saved = await request('evm_snapshot');
      return async () => {
        // Hardhat forgets a snapshot when it restores it.
        await request('evm_revert', [saved]);
        saved = await request('evm_snapshot');
      };
    },
  };
}
