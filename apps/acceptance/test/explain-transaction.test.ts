import { expectedFee, transactionSize } from '@coin/fee';
import { createMockNode } from '@coin/mock-node';
import * as rpc from '@coin/rpc';
import { encodeCall, parseAbi } from '@coin/rpc/abi';
import { toAddress } from '@coin/rpc/address';
import { getFeePrices, getOwnerResources } from '@coin/rpc/fee-prices';
import { describeTransaction, explainTransaction, readTransaction, type FeeParts } from '@coin/rpc/inspect';
import { addSignature, createKeySigner, type KeySigner, signingPayload } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };
import { endpointCases } from '../src/endpoint-cases.ts';
import { createFaultyNetwork } from '../src/faulty-network.ts';
import { furtherChains, readRecordedChain, recordedChains } from '../src/recorded-chain.ts';

const sumOf = (fee: FeeParts): bigint =>
  Object.entries(fee).reduce((sum, [name, part]) => (name === 'total' ? sum : sum + part), 0n);

describe('of every type that rpc builds', async () => {
  const network = await createFaultyNetwork();
  const client = network.createClient();
  const builds = endpointCases(network).filter(({ kind }) => kind === 'build');

  test.each(builds)('explains what $name sends, and describes it alike in every form', async ({ call }) => {
    network.restore();
    const built = (await call(client)) as rpc.Transaction;
    const described = describeTransaction(built);
    network.node.impersonate(described.owner ?? '');
    await rpc.broadcastTransaction(client, { ...built, signatures: ['00'.repeat(65)] });
    const { txID } = built;
    const onChain = await rpc.getTransactionById(client, { txID });
    if (onChain === undefined) throw new Error('the node has no such transaction');
    expect(describeTransaction(onChain)).toEqual(described);
    expect(describeTransaction(readTransaction(built.rawDataHex))).toEqual(described);

    const explained = await explainTransaction(client, { txID });
    if (explained?.fee === undefined) throw new Error('it is in no block');
    const { fee, info, description } = explained;
    expect(sumOf(fee)).toBe(fee.total);
    expect(fee.total).toBe(info?.fee);
    expect({ ...description, call: undefined, text: '' }).toEqual({ ...described, call: undefined, text: '' });
    expect(explained.text).toContain(`in block ${info?.blockNumber}`);
  });
});

const node = createMockNode();
for (const name of ['getMemoFee', 'getTransactionFee'] as const) node.setChainParameter(name, 1_013n);
const client = rpc.createNodeClient({ transport: node });
const [signer, receiver, ...others] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey)) as [
  KeySigner,
  KeySigner,
  ...KeySigner[],
];
const owner = signer.address;
const keys = others.slice(0, 3);
const tokenAddress = toAddress(
  (await node.deploy({ bytecode: fixture.bytecode, abi: fixture.abi, args: [10n ** 9n] })).address,
);
const hexOf = (address: string): string =>
  encodeCall({ abi: ADDRESS_ABI, functionName: 'f', args: [address] }).parameter.slice(24);
const ADDRESS_ABI = parseAbi(['function f(address a)']);
/** Code that passes its call on, with its coin, and the answer back. */
const forwarderTo = (address: string): string =>
  `365f5f375f5f365f3473${hexOf(address)}5af13d5f5f3e602a573d5ffd5b3d5ff3`;
const forwarder = toAddress(`41${'f0'.repeat(20)}`);
const payer = toAddress(`41${'f1'.repeat(20)}`);
const sink = toAddress(`41${'f2'.repeat(20)}`);
node.placeContract({ address: forwarder, code: forwarderTo(tokenAddress), energyFactor: 5_000n });
node.placeContract({ address: payer, code: forwarderTo(sink) });
node.placeContract({ address: sink, code: '00' });
await rpc.sendTransaction(client, {
  transaction: rpc.updateAccountPermissions(client, {
    owner,
    ownerPermission: { threshold: 1n, keys: [{ address: owner, weight: 1n }] },
    activePermissions: [1n, 2n, 3n].map((threshold) => ({
      name: `by ${threshold}`,
      threshold,
      keys: keys.map(({ address }) => ({ address, weight: 1n })),
      operations: ['TransferContract' as const],
    })),
  }),
  signer,
});
node.mine(1);
const clean = node.snapshot();

const abi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function totalSupply() view returns (uint256)',
]);
type Call = Parameters<typeof encodeCall<typeof abi, 'transfer' | 'totalSupply'>>[0];

async function call(
  contract: string,
  given: Omit<Call, 'abi'>,
  { callValue = 0n, beforeSending = () => {} } = {},
): Promise<string> {
  const encoded = encodeCall({ abi, ...given });
  const transaction = await rpc.triggerSmartContract(client, {
    owner,
    contract,
    ...encoded,
    feeLimit: 1_000_000_000n,
    callValue,
  });
  beforeSending();
  return (await rpc.broadcastTransaction(client, await rpc.signTransaction(transaction, signer))).txID;
}

const drawn = fc.record({
  to: fc.constantFrom(receiver.address, toAddress(`41${'0d'.repeat(20)}`)),
  memo: fc.constantFrom('', 'order 7'),
  signers: fc.nat(3),
  stakes: fc.constantFrom(0n, 3_000_000_000n),
  used: fc.nat(3),
});

test('divides the fee of a transfer as it is expected', () =>
  fc.assert(
    fc.asyncProperty(drawn, async ({ to, memo, signers, stakes, used }) => {
      node.revert(clean);
      const send = (transaction: Promise<rpc.Transaction>) => rpc.sendTransaction(client, { transaction, signer });
      if (stakes > 0n) await send(rpc.stake(client, { owner, amount: stakes, resource: 'BANDWIDTH' }));
      for (let index = 0; index < used; index++)
        await send(rpc.createTransaction(client, { owner, to: receiver.address, amount: 1n }));
      let transaction = await rpc.createTransaction(client, {
        owner,
        to,
        amount: 5n,
        ...(memo !== '' && { memo }),
        ...(signers > 0 && { permissionId: 1 + signers }),
      });
      const createsAccount = (await rpc.getAccount(client, { address: to })) === undefined;
      const size = { kind: 'encoded', rawDataSize: transaction.rawDataHex.length / 2 } as const;
      const signatures = Math.max(1, signers);
      const expected = expectedFee({
        transaction: {
          size: transactionSize({ ...size, signatures }),
          createsAccount,
          memoSize: memo.length,
          signatures,
        },
        prices: await getFeePrices(client),
        owner: await getOwnerResources(client, { address: owner }),
      });
      for (const key of signers > 0 ? keys.slice(0, signers) : [signer]) {
        const signature = key.sign(signingPayload(transaction).digest);
        transaction = addSignature(transaction, { signature, address: key.address });
      }
      const { txID } = await rpc.broadcastTransaction(client, transaction);
      expect((await explainTransaction(client, { txID }))?.fee).toEqual({ ...expected, other: 0n });
    }),
    { numRuns: scaled(20) },
  ));

test('names the price of a type', async () => {
  node.revert(clean);
  const keysOf = { threshold: 1n, keys: [{ address: owner, weight: 1n }] };
  const transaction = rpc.updateAccountPermissions(client, {
    owner,
    ownerPermission: keysOf,
    activePermissions: [{ ...keysOf, name: 'all', operations: ['TransferContract'] }],
  });
  const { txID } = await rpc.sendTransaction(client, { transaction, signer });
  const explained = await explainTransaction(client, { txID });
  expect(explained?.fee?.other).toBe(100_000_000n);
  expect(explained?.text).toContain('\nIt burns 100 coin: 100 for its type.');
});

test('names the call and the events by the ABI on the chain, through a contract without one', async () => {
  node.revert(clean);
  const direct = await explainTransaction(client, { txID: await call(tokenAddress, { functionName: 'totalSupply' }) });
  expect(direct?.description.call).toEqual({ functionName: 'totalSupply', args: [], isExact: true });
  expect(direct?.text).toContain(`${owner} calls totalSupply() of contract ${tokenAddress}.\n`);

  const txID = await call(forwarder, { functionName: 'transfer', args: [receiver.address, 0n] });
  const { description, events, info, text } = (await explainTransaction(client, { txID })) ?? {};
  expect(description?.call?.functionName).toBe('transfer');
  expect(events).toMatchObject([
    { eventName: 'Transfer', address: tokenAddress, args: { from: forwarder, to: receiver.address, value: 0n } },
  ]);
  expect(text?.split('\n')).toEqual([
    `${owner} sends 0 of token ${forwarder} to ${receiver.address}.`,
    `It succeeded in block ${info?.blockNumber}.`,
    `Contract ${tokenAddress} emits Transfer(from: ${forwarder}, to: ${receiver.address}, value: 0).`,
    `Contract ${forwarder} makes a call to ${tokenAddress}.`,
    expect.stringMatching(/^It burns \S+ coin: \S+ for energy(, \S+ for bandwidth)?\.$/),
    `It uses ${info?.receipt.energyTotal} energy, of which ${info?.receipt.energyPenalty} are the penalty of the contract’s energy factor.`,
    ...(info?.receipt.bandwidth === 0n
      ? []
      : [`It uses ${info?.receipt.bandwidth} bytes of staked or free bandwidth.`]),
  ]);
});

test('tells of coin that a contract passes on', async () => {
  node.revert(clean);
  const txID = await call(payer, { functionName: 'totalSupply' }, { callValue: 1_500_000n });
  const { text } = (await explainTransaction(client, { txID })) ?? {};
  expect(text).toContain(`Contract ${payer} makes a call to ${sink} with 1.5 coin.`);
});

test.each([tokenAddress, forwarder])('names the custom error with which a call of %s reverted', async (contract) => {
  node.revert(clean);
  const txID = await call(contract, { functionName: 'transfer', args: [receiver.address, 2n ** 200n] });
  const explained = await explainTransaction(client, { txID });
  const have = contract === tokenAddress ? 10n ** 9n : 0n;
  const reason = `Insufficient(${have}, ${2n ** 200n})`;
  expect(explained).toMatchObject({
    status: 'failed',
    reason,
    error: { errorName: 'Insufficient', args: [have, 2n ** 200n] },
    events: [],
  });
  expect(explained?.text).toContain(`It failed in block ${explained?.info?.blockNumber}: ${reason}.`);
});

test('says why a call without a revert failed', async () => {
  node.revert(clean);
  const beforeSending = () => node.setCode({ address: tokenAddress, code: 'fe' });
  const txID = await call(tokenAddress, { functionName: 'totalSupply' }, { beforeSending });
  const explained = await explainTransaction(client, { txID });
  expect(explained).toMatchObject({ status: 'failed', info: { result: 'ILLEGAL_OPERATION' } });
  expect(explained?.text).toMatch(/^It failed in block \d+: \S/m);
  expect(explained).not.toHaveProperty('error');
});

test('explains a transaction before a block contains it, and none that the node does not know', async () => {
  node.revert(clean);
  expect(await explainTransaction(client, { txID: '00'.repeat(32) })).toBeUndefined();
  node.setMining({ kind: 'manual' });
  const transaction = await rpc.createTransaction(client, { owner, to: receiver.address, amount: 5n });
  const { txID } = await rpc.broadcastTransaction(client, await rpc.signTransaction(transaction, signer));
  expect(await explainTransaction(client, { txID })).toEqual({
    description: describeTransaction(transaction),
    status: 'pending',
    events: [],
    text: `${owner} pays 0.000005 coin to ${receiver.address}.\nNo block contains it yet.`,
  });
  node.mine(1);
  expect((await explainTransaction(client, { txID }))?.status).toBe('succeeded');
  node.setMining({ kind: 'instant' });
});

/** A client of the node whose answers on one path are changed. */
const lyingClient = (path: string, change: (json: string) => string): rpc.NodeClient =>
  rpc.createNodeClient({
    transport: rpc.custom(
      {
        request: async ({ path: asked, body }) => {
          const answer = await node.fetch(`http://node${asked}`, { method: 'POST', body });
          const text = await answer.text();
          return asked.endsWith(path) ? change(text) : text;
        },
      },
      { retry: 0 },
    ),
  });

test.each<[string, string, (json: string) => string, string]>([
  [
    'bytes of another amount',
    '/gettransactionbyid',
    (json) => json.replace(/("raw_data_hex": ?"\w{20})../, '$100'),
    'raw_data_hex',
  ],
  [
    'another result',
    '/gettransactionbyid',
    (json) => json.replace('"contractRet":"SUCCESS"', '"contractRet":"REVERT"'),
    'ret',
  ],
  ['a fee below its parts', '/gettransactioninfobyid', (json) => json.replace(/"fee": ?\d+/, '"fee":1'), 'fee'],
])('rejects %s', async (_, path, change, field) => {
  node.revert(clean);
  const txID = await call(tokenAddress, { functionName: 'totalSupply' });
  let isChanged = false;
  const lying = lyingClient(path, (json) => {
    const compact = JSON.stringify(JSON.parse(json));
    isChanged ||= change(compact) !== compact;
    return change(compact);
  });
  await expect(explainTransaction(lying, { txID })).rejects.toMatchObject({
    code: 'RESPONSE_INVALID',
    context: { field },
  });
  expect(isChanged).toBe(true);
});

test('texts that anyone can choose add no lines and turn no letters around', async () => {
  node.revert(clean);
  const written = parseAbi(['function say(string words)']);
  const say = encodeCall({ abi: written, functionName: 'say', args: ['a\nIt failed\u202E'] });
  const given = { owner, contract: sink, feeLimit: 1_000_000n };
  const { text } = describeTransaction(await rpc.triggerSmartContract(client, { ...given, ...say }), { abi: written });
  expect(text).toBe(`${owner} calls say(a\uFFFDIt failed\uFFFD) of contract ${sink}`);
});

test('explains what java-tron recorded: each fee is the sum of its parts, and nothing is unnamed', async () => {
  const types = new Set<string>();
  for (const name of [...recordedChains, ...furtherChains]) {
    const { network, blocks } = readRecordedChain(name);
    const rules = createMockNode({ network });
    const transactions = blocks.flatMap((block) =>
      block.infos.map((info, index) => ({ info, json: block.transactions[index] })),
    );
    const picked = fc.sample(fc.constantFrom(...transactions), scaled(20));
    for (const { json, info } of picked) {
      const request = async ({ path, body }: { path: string; body: string }) => {
        if (path.endsWith('/gettransactionbyid')) return JSON.stringify(json);
        if (path.endsWith('/gettransactioninfobyid')) return JSON.stringify(info);
        if (path.endsWith('/getcontract')) return '{}';
        return (await rules.fetch(`http://node${path}`, { method: 'POST', body })).text();
      };
      const recorded = rpc.createNodeClient({ transport: rpc.custom({ request }) });
      const { id } = info;
      const { fee, description, text } = (await explainTransaction(recorded, { txID: id })) ?? {};
      if (fee === undefined || description === undefined) throw new Error(`${id} is not explained`);
      expect(sumOf(fee)).toBe(fee.total);
      expect(text, id).toMatch(/^T\w{33} (?!makes a )/);
      types.add(description.contractType);
    }
  }
  expect(types.size).toBeGreaterThan(5);
});
