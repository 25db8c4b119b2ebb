import { scaled } from '@coin/examples/scaled';
import * as rpc from '@coin/rpc';
import * as abiCoding from '@coin/rpc/abi';
import * as addresses from '@coin/rpc/address';
import { energySource } from '@coin/rpc/energy-source';
import * as feePrices from '@coin/rpc/fee-prices';
import * as messages from '@coin/rpc/message';
import * as signers from '@coin/rpc/signer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { recorded, recordedResponse } from './support/recordings.ts';

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const ID = 'ab'.repeat(32);
const info = { id: ID, blockNumber: 7, blockTimeStamp: 1_795_231_230_000, receipt: { net_usage: 267 } };
/** Waits end with their first look, however long they may last. */
const { client } = clientWithAnswers(({ path }) => Response.json(path.endsWith('infobyid') ? info : {}));
const signer = signers.signerFromPrivateKey(ID);
const call = { owner: OWNER, contract: TO, functionSelector: 'transfer(address,uint256)', parameter: '00'.repeat(64) };
const abi = [{ type: 'error', name: 'Wrong', inputs: [{ name: 'why', type: 'uint256', indexed: false }] }];
const pair = { name: 'pair', type: 'tuple', components: [{ name: 'to', type: 'address' }, { type: 'int8[2]' }] };
const pairs: rpc.Abi = [
  { type: 'function', name: 'f', inputs: [pair, { type: 'bytes' }], outputs: [{ type: 'uint256' }] },
  { type: 'constructor', inputs: [pair] },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [{ type: 'address', indexed: true }, { type: 'address', indexed: true }, { type: 'uint256' }],
  },
];
const zero = '0'.repeat(64);
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const log = { topics: [TRANSFER_TOPIC, zero, zero], data: zero };
const staking = { owner: OWNER, receiver: TO, amount: 5n, resource: 'ENERGY' };
const { transaction: encoded } = JSON.parse(recorded('transfer.hex.broadcasthex').body ?? '') as {
  transaction: string;
};
const transaction = rpc.decodeTransaction(encoded);
const block = {
  number: 5,
  transactions: [
    {
      txID: ID,
      type: 'TransferContract',
      result: 'SUCCESS',
      value: { owner_address: OWNER, to_address: TO, amount: 5 },
    },
  ],
};
const tokenInfo = {
  txID: ID,
  succeeded: true,
  logs: [
    {
      address: OWNER,
      topics: [
        'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        ...[OWNER, TO].map((address) => addresses.addressToHex(address).slice(2).padStart(64, '0')),
      ],
      data: '5'.padStart(64, '0'),
    },
  ],
  internalTransactions: [{ caller: OWNER, to: TO, note: 'call', rejected: false, callValue: 5n, tokens: [] }],
};
const BLOCK_ID = `${'5'.padStart(16, '0')}${'ab'.repeat(24)}`;
const read = { state: 'solid', timeoutMs: 50, retries: 0, signal: new AbortController().signal };
const wait = { until: 'head', timeoutMs: 5, pollMs: 1, retries: 0, signal: read.signal };

const entries = { ...rpc, ...feePrices, ...abiCoding, ...messages, ...signers };

const unsigned = { ...transaction, signatures: [] };
const digest = Uint8Array.from(Buffer.from(transaction.txID, 'hex'));
const keys = [{ address: signer.address, weight: 1n }];
const owner = {
  address: signers.signersOf(transaction)[0],
  ownerPermission: { id: 0, name: 'owner', threshold: 1n, keys },
  activePermissions: [{ id: 2, name: 'active', threshold: 1n, operations: 'ff'.repeat(32), keys }],
};
const permissions = {
  owner: OWNER,
  ownerPermission: { name: 'x', threshold: 1n, keys },
  witnessPermission: { threshold: 1n, keys },
  activePermissions: [{ threshold: 1n, keys, operations: ['TransferContract'] }],
};
const wallet = { sign: (given: object) => ({ ...given, signature: transaction.signatures }) };

/** Right arguments of each exported function; those without a client first take any place's value in turn. */
const rightArguments: Record<string, readonly unknown[]> = {
  getDeployerShare: [client, { owner: OWNER, contract: TO }, read],
  getFeePrices: [client, read],
  getSenderResources: [client, { address: OWNER }, read],
  addSignature: [unsigned, { signature: signer.sign(digest), address: signer.address }],
  combineSignatures: [[transaction, unsigned]],
  extendExpiration: [unsigned, transaction.expiration + 1],
  hashMessage: ['x'],
  signMessage: ['x', signer],
  signatureWeight: [unsigned, owner],
  signerFromPrivateKey: [ID],
  signerFromWallet: [wallet, { address: OWNER }],
  signersOf: [transaction],
  signingPayload: [transaction],
  verifyMessage: [{ message: 'x', signature: signer.sign(digest), address: OWNER }],
  approveProposal: [client, { owner: OWNER, proposalId: 1, action: 'approve', permissionId: 2 }, read],
  blocks: [client, { state: 'head', from: { number: 5, id: BLOCK_ID, parents: [], first: 5 }, infos: true }, read],
  broadcastHex: [client, { transaction: '0a02' }, read],
  broadcastTransaction: [client, transaction, read],
  cancelUnstaking: [client, { owner: OWNER }, read],
  createProposal: [client, { owner: OWNER, parameters: [{ id: 5, value: 1n }] }, read],
  createTransaction: [client, { owner: OWNER, to: TO, amount: 5n, memo: 'x', permissionId: 2 }, read],
  decodeError: [{ abi, data: `${rpc.functionSelectorHex('Wrong(uint256)')}${zero}` }],
  decodeLogs: [{ abi: pairs, logs: [log] }],
  decodeResult: [{ abi: pairs, functionName: 'f', data: zero }],
  decodeTransaction: [encoded],
  delegateResource: [client, { ...staking, lockBlocks: 5 }, read],
  createWitness: [client, { owner: OWNER, url: 'http://a.example' }, read],
  deleteProposal: [client, { owner: OWNER, proposalId: 1 }, read],
  deployContract: [
    client,
    {
      owner: OWNER,
      bytecode: '60',
      parameter: '00',
      abi,
      name: 'x',
      feeLimit: 5n,
      callerPercent: 5,
      originEnergyLimit: 5n,
      callValue: 0n,
    },
    read,
  ],
  encodeCall: [{ abi: pairs, functionName: 'f', args: [[TO, [1, 2]], '0x'] }],
  encodeDeploy: [{ abi: pairs, args: [[TO, [1, 2]]] }],
  encodeTransaction: [transaction],
  estimateEnergy: [client, { ...call, abi }, { ...read, method: 'auto' }],
  functionSelectorHex: ['transfer(address,uint256)'],
  getAccount: [client, { address: OWNER }, read],
  getAccountResources: [client, { address: OWNER }, read],
  getBalance: [client, { address: OWNER }, read],
  getBandwidthPrices: [client, read],
  getBlock: [client, { number: 5 }, read],
  getBlocks: [client, { from: 5, to: 6 }, read],
  getBrokerage: [client, { address: OWNER }, read],
  getBurnedCoin: [client, read],
  getChainParameters: [client, read],
  getContract: [client, { contract: TO }, read],
  getContractInfo: [client, { contract: TO }, read],
  getEnergyPrices: [client, read],
  getGenesisId: [client, read],
  getMemoFee: [client, read],
  getNextMaintenanceTime: [client, read],
  getNowBlock: [client, read],
  getReward: [client, { address: OWNER }, read],
  getTransactionById: [client, { txID: ID }, read],
  getTransactionInfoById: [client, { txID: ID, abi }, read],
  getTransactionInfos: [client, { number: 5, time: 7, transactions: [{ txID: ID }] }, read],
  listProposals: [client, read],
  listWitnesses: [client, read],
  priceAt: [[{ from: 0, price: 5n }], 7],
  resumeTransaction: [client, encoded, { ...wait, abi }],
  revertReason: [`08c379a0${'00'.repeat(64)}`, abi],
  sendTransaction: [client, { transaction, signer, abi }, wait],
  signTransaction: [transaction, signer],
  stake: [client, staking, read],
  toAddress: [OWNER],
  tokenTransfersIn: [[tokenInfo], { token: OWNER, to: [TO], block }],
  transfersIn: [block, [tokenInfo]],
  triggerConstantContract: [client, { ...call, abi }, read],
  triggerSmartContract: [client, { ...call, feeLimit: 5n, callValue: 0n }, read],
  undelegateResource: [client, staking, read],
  unstake: [client, staking, read],
  updateAccountPermissions: [client, permissions, read],
  updateBrokerage: [client, { owner: OWNER, brokeragePercent: 5 }, read],
  updateWitness: [client, { owner: OWNER, url: 'http://a.example' }, read],
  vote: [client, { owner: OWNER, votes: [{ address: TO, count: 5n }] }, read],
  waitForTransaction: [client, { ...transaction, genesisId: ID, abi }, wait],
  withdrawReward: [client, { owner: OWNER }, read],
  withdrawUnstaked: [client, { owner: OWNER }, read],
};

/** They take a client's options or make no request: their own tests cover what they reject. */
const OTHERS = new Set(['RpcError', 'isRpcError', 'bindClient', 'createNodeClient', 'concurrencyLimit', 'rateLimit']);

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'constructor',
    '__proto__',
    'toString',
    -1,
    0,
    1.5,
    Number.NaN,
    Infinity,
    2 ** 53,
    -1n,
    10n ** 40n,
    true,
    Symbol('x'),
    () => {},
    [],
    [null],
    [undefined],
    {},
    Object.create(null),
    { toString: null, valueOf: null },
    new Date(Number.NaN),
    new Uint8Array(3),
  ),
  fc.anything({ withBigInt: true, withNullPrototype: true, maxDepth: 2 }),
);

/** Every place in a value, as the keys that lead to it. */
function placesIn(value: unknown, depth = 0): string[][] {
  const isOpen = value instanceof Object && value !== client && !(value instanceof AbortSignal) && depth < 5;
  const inner = isOpen
    ? Object.entries(value).flatMap(([key, item]) => placesIn(item, depth + 1).map((rest) => [key, ...rest]))
    : [];
  return [[], ...inner];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], item: unknown): unknown {
  if (key === undefined) return item;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  Reflect.set(copy, key, replaced(Reflect.get(copy, key), rest, item));
  return copy;
}

/** Fails unless the call returns, or throws an error of this package. */
async function expectRpcErrorOrResult(name: string, run: () => unknown): Promise<void> {
  const problem = await (async () => run())().then(
    () => undefined,
    (error: unknown) => (rpc.isRpcError(error) ? undefined : `${name} threw a raw ${String(error)}`),
  );
  expect(problem).toBeUndefined();
}

test('the table has every exported function', () => {
  const functions = Object.entries(entries).filter(([name, item]) => typeof item === 'function' && !OTHERS.has(name));
  expect(Object.keys(rightArguments).sort()).toEqual(functions.map(([name]) => name).sort());
});

test.each(Object.entries(rightArguments))(
  'every failure of %s is an RpcError, whatever its arguments are',
  async (name, right) => {
    const run = Reflect.get(entries, name) as (...args: unknown[]) => unknown;
    await expectRpcErrorOrResult(name, () => run());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...placesIn(right).slice(1)), hostile, async (place, item) => {
        await expectRpcErrorOrResult(name, () => run(...(replaced(right, place, item) as unknown[])));
      }),
      { numRuns: scaled(150) },
    );
  },
);

test('every failure of the other entries is an RpcError, whatever their arguments are', async () => {
  const source = energySource(client);
  const others: [string, (...args: unknown[]) => unknown][] = [
    ...Object.entries(addresses).map(([name, run]): [string, (...args: unknown[]) => unknown] => [name, run as never]),
    ...Object.entries(source).map(([name, run]): [string, (...args: unknown[]) => unknown] => [name, run as never]),
    ['sign', (digest) => signer.sign(digest as never)],
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...others), hostile, hostile, async ([name, run], first, second) => {
      await expectRpcErrorOrResult(name, () => run(first));
      await expectRpcErrorOrResult(name, () => run(OWNER, second));
    }),
    { numRuns: scaled(400) },
  );
});

test.each<[string, () => Promise<unknown>]>([
  ['vote', () => rpc.vote(client, { owner: OWNER, votes: {} as never })],
  ['createTransaction', () => rpc.createTransaction(client, undefined as never)],
  ['createProposal', () => rpc.createProposal(client, { owner: OWNER, parameters: { 5: 1n } as never })],
  ['approveProposal', () => rpc.approveProposal(client, { owner: OWNER, proposalId: 1, action: 'reject' as never })],
  ['getBalance', () => rpc.getBalance(undefined as never, { address: OWNER })],
  ['getNowBlock', () => rpc.getNowBlock(client, { state: 'solidity' as never })],
  ['waitForTransaction', () => rpc.waitForTransaction(client, { txID: ID }, { until: 'final' as never })],
  ['stake', () => rpc.stake(client, { owner: OWNER, amount: 5n, resource: 'TRON_POWER' as never })],
  ['createTransaction', () => rpc.createTransaction(client, { owner: OWNER, to: TO, amount: 5n, memo: 5 as never })],
])('%s says which argument is wrong', async (_, run) => {
  await expect(run()).rejects.toMatchObject({ name: 'RpcError', code: 'ARGUMENT_INVALID' });
});

test.each<[string, object | string]>([
  ['abi', 'x'],
  ['an item of abi', [null]],
  ['an item of abi', [[]]],
  ['an item of abi', [undefined]],
  ['abi.type', [{}]],
  ['abi.type', [{ type: '' }]],
  ['abi.type', [{ type: 5 }]],
  ['abi.name', [{ type: 'error', name: 5 }]],
  ['abi.stateMutability', [{ type: 'error', stateMutability: null }]],
  ['abi.anonymous', [{ type: 'event', anonymous: 'yes' }]],
  ['abi.constant', [{ type: 'function', constant: 1 }]],
  ['abi.payable', [{ type: 'function', payable: null }]],
  ['abi.inputs', [{ type: 'error', inputs: 'x' }]],
  ['an item of abi.inputs', [{ type: 'error', inputs: [undefined] }]],
  ['abi.inputs.type', [{ type: 'error', inputs: [{ name: 'x' }] }]],
  ['abi.inputs.name', [{ type: 'error', inputs: [{ type: 'bool', name: 5 }] }]],
  ['abi.inputs.indexed', [{ type: 'error', inputs: [{ type: 'bool', indexed: 'x' }] }]],
  ['abi.outputs', [{ type: 'function', outputs: 5 }]],
  ['abi.outputs.type', [{ type: 'function', outputs: [{ type: '' }] }]],
])('deployContract refuses a wrong ABI, and names %s', async (argument, wrong) => {
  const { client: node, requests } = clientWithAnswers('build.visible');
  const deployment = { owner: OWNER, bytecode: '60', feeLimit: 5n, abi: wrong as never };
  await expect(rpc.deployContract(node, deployment)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument },
  });
  expect(requests).toEqual([]);
});

const AN_ARRAY = 'an array';
test.each<[unknown, string]>([
  [[1], AN_ARRAY],
  [{}, 'of type object'],
  [() => {}, 'of type function'],
  [null, 'null'],
  [undefined, 'undefined'],
  [1.5, '1.5'],
  [Symbol('x'), 'Symbol(x)'],
  ['x'.repeat(100), 'x'.repeat(80)],
])('an error shows the wrong argument %s as %s', async (value, shown) => {
  await expect(rpc.getTransactionById(client, { txID: value as never })).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument: 'txID', value: shown, expected: '32 bytes in hex' },
  });
});

test.each(['xy', 'abc', 5, undefined])('code in another form than hex is refused: %j', async (bytecode) => {
  const deployment = { owner: OWNER, bytecode: bytecode as string, feeLimit: 5n };
  await expect(rpc.deployContract(client, deployment)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument: 'bytecode', value: String(bytecode), expected: 'whole bytes in hex' },
  });
});

test.each<[string, unknown]>([
  ['a list', []],
  ['null', null],
  ['text', 'x'],
])('arguments that are %s are refused as such', async (_, args) => {
  for (const run of [rpc.getAccount, rpc.vote, rpc.getBlock, rpc.triggerConstantContract, rpc.sendTransaction])
    await expect(run(client, args as never)).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'args', expected: 'an object' },
    });
});

test.each([
  '0x',
  'AB'.repeat(32),
  `0x${'ab'.repeat(32)}`,
  `ab0x${'ab'.repeat(31)}`,
  `${'ab'.repeat(32)} `,
  `x${'ab'.repeat(32)}`,
  'a'.repeat(63),
  'a'.repeat(65),
])('an id is 32 bytes in hex, with or without 0x: %j', async (txID) => {
  const { client: node, requests } = clientWithAnswers(Response.json({}));
  const isRight = /^(?:0x)?(?:ab){32}$/i.test(txID);
  const reading = rpc.getTransactionById(node, { txID });
  if (isRight) expect(await reading).toBeUndefined();
  else await expect(reading).rejects.toMatchObject({ code: 'ARGUMENT_INVALID' });
  expect(requests.map(({ body }) => body.value)).toEqual(isRight ? ['ab'.repeat(32)] : []);
});

test.each([-1n, 0n, 2n ** 63n, 5])('an amount is a bigint from 1 to the maximum of int64, not %s', async (amount) => {
  await expect(rpc.createTransaction(client, { owner: OWNER, to: TO, amount: amount as never })).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument: 'amount', value: String(amount), expected: `a bigint from 1 to ${2n ** 63n - 1n}` },
  });
});

test('what a signer throws is the cause of an RpcError that shows nothing of it', async () => {
  const build = clientWithAnswers(() => recordedResponse('build.visible')).client;
  const built = await rpc.createTransaction(build, { owner: OWNER, to: TO, amount: 1_000_000n });
  const cause = new Error('secret: the PIN is 1234');
  const failing = rpc.signTransaction(built, {
    sign() {
      throw cause;
    },
  });
  await expect(failing).rejects.toMatchObject({
    code: 'SIGNATURE_INVALID',
    context: { txID: built.txID, reason: 'the signer failed, see the cause' },
    cause,
  });
  await expect(failing).rejects.not.toThrow(/PIN/);
});
