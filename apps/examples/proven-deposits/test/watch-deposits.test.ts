import { createMockNode, type Fault, type PresetNode } from '@coin/mock-node';
import { createNodeClient, createTransaction, http, sendTransaction, triggerSmartContract } from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { getWitnessCycle, quorum, verifyProof, type Certificate } from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import { watchDeposits, type BlockOfDeposits } from '../src/watch-deposits.ts';

const TRANSFERRED = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Logs a transfer of the amount to the address in its calldata. */
const token = { address: `41${'70'.repeat(20)}`, code: `602435600052600435337f${TRANSFERRED}60206000a300` };
/** Sends the coin that it receives to the address in its calldata. */
const forwarder = { address: `41${'f0'.repeat(20)}`, code: '6000600060006000346000355af100' };
/** Calls the contract in the first word of its calldata with the rest. */
const router = { address: `41${'50'.repeat(20)}`, code: '602036038060206000376000600082600060006000355af100' };

const word = (value: string | bigint) =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');
const transferData = (to: string, amount: bigint) => `a9059cbb${word(to)}${word(amount)}`;

const witnessKeys = ['11', '22', '33'].map((byte) => byte.repeat(32));

/** Three nodes with one chain, in which a deposit address is paid in four ways, and again in the next cycle. */
async function openNetwork() {
  const open = () => createMockNode({ witnessKeys, contracts: [token, forwarder, router] });
  const node = open();
  const client = createNodeClient({ transport: node });
  const [{ privateKey, address: owner }, { address: deposit }] = node.accounts;
  const send = (transaction: ReturnType<typeof createTransaction>) =>
    sendTransaction(client, { transaction, signer: createKeySigner(privateKey) });
  const call = (contract: string, data: string, callValue = 0n) =>
    send(triggerSmartContract(client, { owner, contract, data, callValue, feeLimit: 1_000_000_000n }));
  const direct = await send(createTransaction(client, { owner, to: deposit, amount: 5_000_000n }));
  const byToken = await call(token.address, transferData(deposit, 7n));
  const byContract = await call(forwarder.address, word(deposit), 3_000_000n);
  const byRouter = await call(router.address, word(token.address) + transferData(deposit, 9n));
  node.mine(6);
  const genesis = await (await node.fetch('http://node/wallet/getblockbynum?num=0')).json();
  const { timestamp = 0 } = (genesis as { block_header: { raw_data: { timestamp?: number } } }).block_header.raw_data;
  const witnesses = { genesisTime: timestamp, cycles: [await getWitnessCycle(client)] };
  node.advanceCycle();
  const inNextCycle = await send(createTransaction(client, { owner, to: deposit, amount: 6_000_000n }));
  node.mine(6);
  const twin = () => {
    const other = open();
    other.load(node.dump());
    return other;
  };
  const nodes: readonly [PresetNode, PresetNode, PresetNode] = [twin(), node, twin()];
  const followed = createNodeClient({ transport: nodes[0] });
  const transports = nodes.map((transport) => http(transport));
  const agreed = createNodeClient({ transport: quorum(transports, { atLeast: 2 }) });
  const watch = async (): Promise<BlockOfDeposits['deposits']> => {
    const found: BlockOfDeposits['deposits'][number][] = [];
    const options = {
      client: followed,
      agreed,
      witnesses,
      addresses: [deposit],
      tokens: [token.address],
      fromBlock: 1,
    };
    for await (const { deposits, cursor } of watchDeposits(options)) {
      found.push(...deposits);
      if (cursor.number === inNextCycle.blockNumber) break;
    }
    return found;
  };
  return { nodes, owner, deposit, witnesses, watch, ids: { direct, byToken, byContract, byRouter } };
}

const shown = (found: BlockOfDeposits['deposits']) => found.map(({ amount, evidence }) => `${amount} ${evidence.kind}`);

test('direct payments are proven, and payments by contracts are agreed', async () => {
  const { watch, deposit, witnesses, ids } = await openNetwork();
  const found = await watch();
  expect(shown(found)).toEqual(['5000000 proven', '7 proven', '3000000 agreed', '9 agreed', '6000000 proven']);
  const [direct] = found;
  if (direct?.evidence.kind !== 'proven') throw new Error('it is not proven');
  const certificate = JSON.parse(direct.evidence.certificate) as Certificate;
  expect(verifyProof(certificate, { witnesses })).toMatchObject({
    txID: ids.direct.txID,
    payment: { kind: 'transfer', to: deposit, amount: 5_000_000n },
  });
});

const lie = async (fault: (network: Awaited<ReturnType<typeof openNetwork>>) => Fault) => {
  const network = await openNetwork();
  network.nodes[0].faults.add({ path: /block/, fault: fault(network) });
  return { ...network, found: shown(await network.watch()) };
};

test('a payment that was never made stays unproven, and the others count as other nodes show them', async () => {
  const { found } = await lie(({ owner, deposit: to, ids: { byToken } }) => ({
    kind: 'falsified',
    statements: [{ kind: 'transfer', owner, to, amount: 1_000_000_000n, blockNumber: byToken.blockNumber }],
  }));
  expect(found).toEqual([
    '5000000 agreed',
    '1000000000 unproven',
    '7 agreed',
    '3000000 agreed',
    '9 agreed',
    '6000000 agreed',
  ]);
});

test('the amount of a certificate counts, not the one that the followed node shows', async () => {
  const { found } = await lie(() => ({ kind: 'replaced', key: 'amount', json: '999' }));
  expect(found).toEqual(['5000000 proven', '7 proven', '3000000 agreed', '9 agreed', '6000000 proven']);
});

test('another amount of tokens in the log of the followed node does not count', async () => {
  const { found } = await lie(({ ids: { byRouter } }) => ({
    kind: 'falsified',
    statements: [{ kind: 'log', txID: byRouter.txID, index: 0, data: word(999n) }],
  }));
  expect(found).toEqual(['5000000 proven', '7 proven', '3000000 agreed', '9 agreed', '6000000 proven']);
});
