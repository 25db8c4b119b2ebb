import { createMockNode, type FaultRule, type PresetNode } from '@coin/mock-node';
import {
  broadcastTransaction,
  createNodeClient,
  createTransaction,
  createWitness,
  deployContract,
  getNowBlock,
  getTransactionInfoById,
  isRpcError,
  listWitnesses,
  sendTransaction,
  signTransaction,
  stake,
  triggerSmartContract,
  updateAccountPermissions,
  vote,
  type NodeClient,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import {
  getWitnessCycle,
  proveTransaction,
  verifyProof,
  type Certificate,
  type SignedHeader,
  type WitnessSchedule,
} from '@coin/rpc/proof';
import { createKeySigner } from '@coin/rpc/signer';
import { everyNth } from '@coin/test-kit/scaled';
import { describe, expect, test } from 'vitest';
import tokenContract from '../fixtures/token.json' with { type: 'json' };

const word = (hex: string) => hex.padStart(64, '0');
const keyOf = (index: number) => (index + 1).toString(16).padStart(64, '0');

interface Network {
  readonly node: PresetNode;
  readonly client: NodeClient;
  readonly witnesses: () => Promise<WitnessSchedule>;
}

/** A node on which this many witnesses take turns. */
function networkOf(count: number): Network {
  const node = createMockNode({ witnessKeys: Array.from({ length: count }, (_, index) => keyOf(index)) });
  const client = createNodeClient({ transport: node });
  const witnesses = async () => {
    const genesis = await (await node.fetch('http://node/wallet/getblockbynum?num=0')).json();
    const { timestamp = 0 } = (genesis as { block_header: { raw_data: { timestamp?: number } } }).block_header.raw_data;
    return { genesisTime: timestamp, cycles: [await getWitnessCycle(client)] };
  };
  return { node, client, witnesses };
}

async function pay({ node, client }: Network): Promise<string> {
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const transaction = createTransaction(client, { owner, to, amount: 25_000_001n, memo: 'order 4711' });
  return (await sendTransaction(client, { transaction, signer: createKeySigner(privateKey) })).txID;
}

/** The number that the node itself says is solid. */
async function solidNumber(node: PresetNode): Promise<number> {
  const info = (await (await node.fetch('http://node/wallet/getnodeinfo')).json()) as { solidityBlock: string };
  return Number(/Num:(\d+)/.exec(info.solidityBlock)?.[1]);
}

test.each([1, 2, 3, 4, 5, 7, 10, 13, 27, 28])(
  'a payment is proven as soon as the node says that its block is solid, with %i witnesses',
  async (count) => {
    const network = networkOf(count);
    const { node, client } = network;
    const txID = await pay(network);
    const witnesses = await network.witnesses();
    const headers = new Map<number, SignedHeader>();
    for (let above = 0; ; above++) {
      const outcome = await proveTransaction(client, { txID, witnesses, headers }).catch((error: unknown) => error);
      const { blockNumber } = (await (
        await node.fetch('http://node/wallet/gettransactioninfobyid', { method: 'POST', body: `{"value":"${txID}"}` })
      ).json()) as { blockNumber: number };
      const isSolid = (await solidNumber(node)) >= blockNumber;
      expect(isRpcError(outcome, 'BLOCK_NOT_SOLID'), `${above} blocks above`).toBe(!isSolid);
      if (isSolid) {
        const proven = verifyProof(outcome as Certificate, { witnesses });
        expect(proven).toMatchObject({ txID, blockNumber, succeeded: true, result: 'SUCCESS' });
        const [{ address: from }, { address: to }] = node.accounts;
        expect(proven.payment).toEqual({ kind: 'transfer', from, to, amount: 25_000_001n });
        const active = Math.min(27, count);
        expect(above).toBe(active - Math.trunc(active * (1 - 0.7)) - 1);
        return;
      }
      node.mine(1);
    }
  },
);

test('a payment is proven as soon as its block is solid, across a maintenance that replaces a witness', async () => {
  const network = networkOf(28);
  const { node, client } = network;
  const { genesisTime } = await network.witnesses();
  const [{ privateKey, address: owner }] = node.accounts;
  const signer = createKeySigner(privateKey);
  await sendTransaction(client, {
    transaction: stake(client, { owner, amount: 9_000_000n, resource: 'ENERGY' }),
    signer,
  });
  const before = await getWitnessCycle(client);
  const waiting = node.witnesses.find(({ address }) => before.witnesses.every((active) => active.address !== address));
  if (waiting === undefined) throw new Error('every witness is active');
  const votes = [{ address: waiting.address, count: 9n }];
  await sendTransaction(client, { transaction: vote(client, { owner, votes }), signer });
  node.setNextBlockTime(before.until - 10 * 3000);
  const txID = await pay(network);
  const blockNumber = (await getTransactionInfoById(client, { txID }))?.blockNumber ?? 0;
  const headers = new Map<number, SignedHeader>();
  const cycles = [before];
  for (let above = 0; ; above++) {
    const { time } = await getNowBlock(client);
    if (time >= before.until && cycles.length === 1) cycles.push(await getWitnessCycle(client));
    const witnesses = { genesisTime, cycles };
    const outcome = await proveTransaction(client, { txID, witnesses, headers }).catch((error: unknown) => error);
    const isSolid = (await solidNumber(node)) >= blockNumber;
    expect(isRpcError(outcome, 'BLOCK_NOT_SOLID'), `${above} blocks above`).toBe(!isSolid);
    if (isSolid) {
      expect(verifyProof(outcome as Certificate, { witnesses })).toMatchObject({ txID, blockNumber });
      expect(cycles[1]?.witnesses).toContainEqual({ address: waiting.address, signer: waiting.address });
      return;
    }
    node.mine(1);
  }
});

async function proven(count = 5) {
  const network = networkOf(count);
  const txID = await pay(network);
  network.node.mine(count);
  const witnesses = await network.witnesses();
  const certificate = (await proveTransaction(network.client, { txID, witnesses })) as Certificate;
  return { ...network, txID, witnesses, certificate };
}

/** Every certificate that differs in one bit of one of its hexadecimal texts. */
function* flips(value: unknown, put: (changed: unknown) => unknown = (changed) => changed): Generator {
  if (typeof value === 'string' && /^(?:[\da-f]{2})+$/.test(value)) {
    for (let bit = 0; bit < value.length * 4; bit++) {
      const at = bit >> 2;
      const digit = (Number.parseInt(value.charAt(at), 16) ^ (1 << (bit & 3))).toString(16);
      yield put(value.slice(0, at) + digit + value.slice(at + 1));
    }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* flips(item, (changed) => put(value.with(index, changed)));
  } else if (typeof value === 'object') {
    for (const [key, item] of Object.entries(value ?? {}))
      yield* flips(item, (changed) => put({ ...value, [key]: changed }));
  }
}

test('no certificate that differs in one bit is accepted', async () => {
  const { witnesses, certificate } = await proven(2);
  verifyProof(certificate, { witnesses });
  const codes = new Map<string, number>();
  for (const changed of everyNth([...flips(certificate)], 6)) {
    try {
      verifyProof(changed as Certificate, { witnesses });
      expect.unreachable(`accepted ${JSON.stringify(changed)}`);
    } catch (error) {
      if (!isRpcError(error)) throw error;
      codes.set(error.code, (codes.get(error.code) ?? 0) + 1);
    }
  }
  expect([...codes.keys()].sort()).toEqual([
    'ARGUMENT_INVALID',
    'BLOCK_SIGNATURE_INVALID',
    'PARENT_MISMATCH',
    'TRANSACTION_ROOT_MISMATCH',
  ]);
  process.stdout.write(`flips of a certificate: ${[...codes].map(([code, count]) => `${count} ${code}`).join(', ')}\n`);
});

test('a certificate is plain JSON', async () => {
  const { witnesses, certificate, txID } = await proven();
  const stored = JSON.parse(JSON.stringify(certificate)) as Certificate;
  expect(stored).toEqual(certificate);
  expect(verifyProof(stored, { witnesses }).txID).toBe(txID);
});

test('a certificate without its last header is not enough, and neither is one whose path is longer', async () => {
  const { witnesses, certificate } = await proven();
  const { headers, path } = certificate;
  const short = { ...certificate, headers: headers.slice(0, -1) };
  expect(() => verifyProof(short, { witnesses })).toThrow(expect.objectContaining({ code: 'BLOCK_NOT_SOLID' }));
  const long = { ...certificate, path: [...path, { side: 'left', hash: '00'.repeat(32) } as const] };
  expect(() => verifyProof(long, { witnesses })).toThrow(
    expect.objectContaining({ code: 'TRANSACTION_ROOT_MISMATCH' }),
  );
});

test('further payments are proven with the headers that were read', async () => {
  const network = networkOf(27);
  const { node, client } = network;
  node.setMining({ kind: 'manual' });
  const ids: string[] = [];
  for (let index = 0; index < 3; index++) {
    const [{ privateKey, address: owner }, { address: to }] = node.accounts;
    const built = await createTransaction(client, { owner, to, amount: BigInt(index + 1) });
    ids.push((await broadcastTransaction(client, await signTransaction(built, createKeySigner(privateKey)))).txID);
  }
  node.mine(30);
  const witnesses = await network.witnesses();
  const headers = new Map<number, SignedHeader>();
  const costs: { requests: number; bytes: number }[] = [];
  for (const txID of ids) {
    node.requests.reset();
    const certificate = await proveTransaction(client, { txID, witnesses, headers });
    costs.push({ requests: node.requests.entries.length, bytes: JSON.stringify(certificate).length });
  }
  expect(costs.map(({ requests }) => requests)).toEqual([22, 2, 2]);
  process.stdout.write(`a certificate of ${costs[0]?.bytes} bytes as JSON\n`);
});

test('a failed call is proven to have failed, and a token transfer by its calldata', async () => {
  const network = networkOf(3);
  const { node, client } = network;
  const [{ privateKey, address: owner }, { address: to }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const deployment = deployContract(client, {
    owner,
    bytecode: tokenContract.bytecode,
    parameter: word((1000).toString(16)),
    feeLimit: 10_000_000_000n,
  });
  const { contractAddress = '' } = await sendTransaction(client, { transaction: deployment, signer });
  const call = (amount: bigint) =>
    triggerSmartContract(client, {
      owner,
      contract: contractAddress,
      functionSelector: 'transfer(address,uint256)',
      parameter: word(addressToHex(to).slice(2)) + word(amount.toString(16)),
      feeLimit: 1_000_000_000n,
    });
  const { txID: paid } = await sendTransaction(client, { transaction: call(5n), signer });
  const failed = await sendTransaction(client, { transaction: call(2n ** 255n), signer }).catch(
    (error: unknown) => error,
  );
  if (!isRpcError(failed, 'TRANSACTION_FAILED')) throw failed;
  node.mine(3);
  const witnesses = await network.witnesses();
  const prove = async (txID: string) =>
    verifyProof((await proveTransaction(client, { txID, witnesses })) as Certificate, { witnesses });
  expect((await prove(paid)).payment).toEqual({ kind: 'token', token: contractAddress, from: owner, to, amount: 5n });
  const { succeeded, result, payment } = await prove(failed.context.txID);
  expect({ succeeded, result, payment }).toEqual({ succeeded: false, result: 'REVERT', payment: undefined });
});

test('a witness that signs with the key of its witness permission is found by that key', async () => {
  const network = networkOf(3);
  const { node, client } = network;
  const [witness] = node.witnesses;
  if (witness === undefined) throw new Error('there is no witness');
  const keys = (address: string) => [{ address, weight: 1n }];
  const delegate = createKeySigner('b7'.repeat(32));
  const transaction = updateAccountPermissions(client, {
    owner: witness.address,
    ownerPermission: { threshold: 1n, keys: keys(witness.address) },
    witnessPermission: { threshold: 1n, keys: keys(delegate.address) },
    activePermissions: [{ threshold: 1n, keys: keys(witness.address), operations: ['TransferContract'] }],
  });
  node.setBalance(witness.address, 1_000_000_000n);
  await sendTransaction(client, { transaction, signer: createKeySigner(witness.privateKey) });
  const { cycles } = await network.witnesses();
  const signers = cycles[0]?.witnesses.filter(({ address, signer }) => address !== signer);
  expect(signers).toEqual([{ address: witness.address, signer: delegate.address }]);
});

describe('a node that', () => {
  const json = (value: unknown) => JSON.stringify(value);

  test.each<[deed: string, faults: (other: string, txID: string) => readonly FaultRule[], code: string]>([
    [
      'answers with the info of another transaction',
      (other) => [
        { path: '/wallet/gettransactioninfobyid', fault: { kind: 'replaced', key: 'id', json: json(other) } },
      ],
      'RESPONSE_INVALID',
    ],
    [
      'shows another transaction under the requested id',
      (_, txID) => [
        { path: '/wallet/gettransactioninfobyid', fault: { kind: 'replaced', key: 'blockNumber', json: '4' } },
        { path: '/wallet/getblockbynum', fault: { kind: 'replaced', key: 'txID', json: json(txID) } },
      ],
      'TRANSACTION_ID_MISMATCH',
    ],
    [
      'answers with another block',
      () => [{ path: '/wallet/getblockbynum', fault: { kind: 'replaced', key: 'number', json: '4' } }],
      'RESPONSE_INVALID',
    ],
    [
      'answers with another header',
      () => [{ path: '/wallet/getblock', fault: { kind: 'replaced', key: 'number', json: '4' } }],
      'RESPONSE_INVALID',
    ],
  ])('%s is found out', async (_, faults, code) => {
    const network = networkOf(3);
    const { node, client } = network;
    const txID = await pay(network);
    const other = await pay(network);
    node.mine(5);
    const witnesses = await network.witnesses();
    for (const rule of faults(other, txID)) node.faults.add(rule);
    await expect(proveTransaction(client, { txID, witnesses })).rejects.toMatchObject({ code });
  });
});

test('kept headers that a fork has replaced are read again', async () => {
  const network = networkOf(5);
  const { client, node } = network;
  const txID = await pay(network);
  node.mine(5);
  const witnesses = await network.witnesses();
  const kept = new Map<number, SignedHeader>();
  const certificate = (await proveTransaction(client, { txID, witnesses, headers: kept })) as Certificate;
  const { blockNumber } = verifyProof(certificate, { witnesses });
  const [, , replaced] = certificate.headers;
  if (replaced === undefined) throw new Error('there is no header above');
  const stale = new Map(kept).set(blockNumber + 1, replaced);
  expect(await proveTransaction(client, { txID, witnesses, headers: stale })).toEqual(certificate);
  expect(stale).toEqual(kept);
});

test('a witness without a turn is not in the cycle', async () => {
  const { node, client, witnesses } = networkOf(3);
  const before = await witnesses();
  const [{ privateKey, address: owner }] = node.accounts;
  const transaction = createWitness(client, { owner, url: 'https://witness.example' });
  await sendTransaction(client, { transaction, signer: createKeySigner(privateKey) });
  expect(await listWitnesses(client)).toHaveLength(4);
  expect(await witnesses()).toEqual(before);
});
