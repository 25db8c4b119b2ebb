import {
  callableExports,
  expectOwnErrors,
  isCallerError,
  missingMethods,
  type Sample,
  type Samples,
} from '@coin/examples/hostile-arguments';
import { useVirtualTime } from '@coin/examples/virtual-time';
import * as rpc from '@coin/rpc';
import * as abiCoding from '@coin/rpc/abi';
import * as addresses from '@coin/rpc/address';
import { createEnergySource, type ClientEnergySource } from '@coin/rpc/energy-source';
import * as feePrices from '@coin/rpc/fee-prices';
import * as messages from '@coin/rpc/message';
import * as proofs from '@coin/rpc/proof';
import * as signers from '@coin/rpc/signer';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { clockAt } from './support/clock-at.ts';
import { recorded, recordedResponse } from './support/recordings.ts';

useVirtualTime();

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';
const TO = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const ID = 'ab'.repeat(32);
const info = { blockNumber: 7, blockTimeStamp: 1_795_231_230_000, receipt: { net_usage: 267 } };
/** Waits end with their first look, however long they may last. */
const { client } = clientWithAnswers(({ path, body }) => {
  if (path.endsWith('/broadcasttransaction')) return Response.json({ result: true });
  return Response.json(path.endsWith('infobyid') ? { ...info, id: body['value'] } : {});
});
const signer = signers.createKeySigner(ID);
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
const read = { state: 'solid', timeoutMs: 5000, retries: 0, signal: new AbortController().signal };
const wait = { until: 'head', timeoutMs: 60_000, pollMs: 1000, retries: 0, signal: read.signal };

const entries = { ...rpc, ...feePrices, ...abiCoding, ...messages, ...proofs, ...signers };

const cycle = { from: 0, until: 9, witnesses: [{ address: OWNER, signer: TO }] };
const witnesses = { genesisTime: 0, cycles: [cycle] };
const signed = { header: '0805', signature: 'ab'.repeat(65) };
const leaf = { txID: ID, bytes: '0a00' };
const certificate = {
  version: 1,
  transaction: encoded,
  path: [{ side: 'left', hash: ID }],
  before: [],
  headers: [signed],
};

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

const paid = [{ type: 'event', name: 'Paid', inputs: [{ name: 'value', type: 'uint256' }] }];
const typedCall = { abi: pairs, address: TO, functionName: 'f', args: [[TO, [1, 2]], '0x'] };

/** Right arguments of each exported function; those without a client first try each value at any position. */
const rightArguments: Record<string, readonly unknown[]> = {
  getDeployerShare: [client, { owner: OWNER, contract: TO }, read],
  getFeePrices: [client, read],
  getOwnerResources: [client, { address: OWNER }, read],
  getResourceState: [client, { address: OWNER }, read],
  addSignature: [unsigned, { signature: signer.sign(digest), address: signer.address }],
  combineSignatures: [[transaction, unsigned]],
  extendExpiration: [unsigned, transaction.expiration + 1],
  hashMessage: ['x'],
  signMessage: ['x', signer],
  signatureWeight: [unsigned, owner],
  createKeySigner: [ID],
  createWalletSigner: [wallet, { address: OWNER }],
  signersOf: [transaction],
  signingPayload: [transaction],
  verifyMessage: [{ message: 'x', signature: signer.sign(digest), address: OWNER }],
  approveProposal: [client, { owner: OWNER, proposalId: 1, action: 'approve', permissionId: 2 }, read],
  blocks: [client, { state: 'head', from: { number: 5, id: BLOCK_ID, parents: [], first: 5 }, infos: true }, read],
  broadcastHex: [client, { transaction: '0a02' }, read],
  broadcastTransaction: [client, transaction, read],
  cancelUnstaking: [client, { owner: OWNER }, read],
  createProposal: [client, { owner: OWNER, parameters: { blockReward: 1n } }, read],
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
      deployerEnergyLimit: 5n,
      callValue: 0n,
    },
    read,
  ],
  encodeCall: [{ abi: pairs, functionName: 'f', args: [[TO, [1, 2]], '0x'] }],
  encodeDeploy: [{ abi: pairs, args: [[TO, [1, 2]]] }],
  parseAbi: [['function f(uint256 a) returns (bool)']],
  readContract: [client, { ...typedCall, owner: OWNER }, read],
  simulateContract: [client, { ...typedCall, owner: OWNER, callValue: 1n }, read],
  writeContract: [client, { ...typedCall, owner: OWNER, callValue: 1n, feeLimit: 5n, signer, permissionId: 2 }, wait],
  getContractEvents: [client, { abi: paid, address: TO, eventName: 'Paid', from: 1, to: 2 }, read],
  token: [client, TO],
  encodeTransaction: [transaction],
  estimateEnergy: [client, { ...call, abi }, { ...read, kind: 'search' }],
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
  getMemoFees: [client, read],
  getNextMaintenanceTime: [client, read],
  getNowBlock: [client, read],
  getReward: [client, { address: OWNER }, read],
  getTransactionById: [client, { txID: ID }, read],
  getTransactionInfoById: [client, { txID: ID, abi }, read],
  getSignedBlock: [client, { number: 5 }, read],
  getWitnessCycle: [client, read],
  proveTransaction: [client, { txID: ID, witnesses, headers: new Map() }, read],
  verifyBlock: [
    { blockID: ID, ...signed, transactions: [leaf] },
    { witnesses, before: ['0805'] },
  ],
  verifyProof: [certificate, { witnesses }],
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
  transferAsset: [client, { owner: OWNER, to: TO, tokenId: '1000001', amount: 5n, memo: 'x', permissionId: 2 }, read],
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

/** Methods of a client's methods, which take the same arguments except for the client. */
const bound: Samples = Object.fromEntries(
  Object.keys(rpc.bindClient(client)).map((name) => [
    `bindClient().${name}`,
    {
      run: (...args: never[]) => (Reflect.get(rpc.bindClient(client), name) as (...args: never[]) => unknown)(...args),
      args: () => (rightArguments[name] ?? []).slice(1),
      closed: rightArguments[name] ?? [],
      drawn: false,
    },
  ]),
);

const { client: bare } = clientWithAnswers(Response.json({}));
const fetchAnswer = async () => Response.json({});
const attemptOptions = { timeoutMs: 5_000, attemptTimeoutMs: 5_000, retries: 0, retryDelayMs: 300 };
const customOptions = () => ({
  ...attemptOptions,
  maxResponseBytes: 1_000,
  limits: [async () => {}],
  hooks: { request: () => {}, response: () => {}, retry: () => {} },
});
const httpOptions = () => ({
  ...customOptions(),
  solidUrl: 'http://b.example',
  apiKey: 'k',
  headers: { 'x-a': 'b' },
  fetch: fetchAnswer,
  fetchOptions: { credentials: 'omit' as const },
});
const quorumOptions = () => ({ ...attemptOptions, atLeast: 2 });
const fallbackOptions = () => ({
  ...attemptOptions,
  cooldownMs: 30_000,
  genesisId: ID,
  hooks: { retry: () => {}, endpointSwitched: () => {} },
});
const clientOptions = () => ({ transport: 'http://a.example', clock: clockAt(5), maxLifeMs: 5_000 });
const requestArguments = ['/wallet/getnowblock', { visible: true }, { ...read, onRetry: () => {}, onSend: () => {} }];
const carrier = { request: async () => '{}' };
const sourceCall = { owner: OWNER, contract: TO, data: '00', callValue: 0n, abi };
const readOptions = { signal: read.signal };
const source = (name: keyof ClientEnergySource, args: readonly unknown[]): [string, Sample] => [
  `createEnergySource().${name}`,
  {
    run: (...given: never[]) => (createEnergySource(bare)[name] as (...args: never[]) => unknown)(...given),
    args: () => args,
  },
];
const sending = { feeLimit: 5n, signer, owner: OWNER };
const tokenMethod = (name: Exclude<keyof abiCoding.Token, 'address'>, args: readonly unknown[]): [string, Sample] => [
  `token().${name}`,
  {
    run: (...given: never[]) => (abiCoding.token(bare, TO)[name] as (...args: never[]) => unknown)(...given),
    args: () => args,
  },
];
const samples: Samples = {
  ...Object.fromEntries(
    Object.entries(rightArguments).map(([name, args]) => [
      name,
      { run: Reflect.get(entries, name) as Sample['run'], args: () => args, closed: [client] },
    ]),
  ),
  ...bound,
  ...Object.fromEntries([
    ...(['name', 'symbol', 'decimals', 'totalSupply'] as const).map((name) => tokenMethod(name, [read])),
    tokenMethod('balanceOf', [OWNER, read]),
    tokenMethod('allowance', [{ owner: OWNER, spender: TO }, read]),
    tokenMethod('parseAmount', ['1.5', read]),
    tokenMethod('formatAmount', [5n, read]),
    tokenMethod('transfer', [{ ...sending, to: TO, amount: 5n }, wait]),
    tokenMethod('transferFrom', [{ ...sending, from: OWNER, to: TO, amount: 5n }, wait]),
    tokenMethod('approve', [{ ...sending, spender: TO, amount: 5n }, wait]),
  ]),
  // The places of a transaction are those of signTransaction.
  sendTransaction: {
    run: rpc.sendTransaction,
    args: () => rightArguments['sendTransaction'] ?? [],
    closed: [client, transaction],
    drawn: false,
  },
  // What it reads takes as long as its node needs; all arguments are checked before.
  blocks: {
    run: (...args: [never, never, never]) => void rpc.blocks(...args),
    args: () => rightArguments['blocks'] ?? [],
  },
  'bindClient().blocks': {
    run: (...args: [never, never]) => void rpc.bindClient(client).blocks(...args),
    args: () => (rightArguments['blocks'] ?? []).slice(1),
  },
  RpcError: { run: () => new rpc.RpcError('ABORTED', { path: '/x' }), args: () => [] },
  isRpcError: { run: rpc.isRpcError, args: () => [new Error('x'), 'ABORTED'] },
  bindClient: { run: rpc.bindClient, args: () => [client] },
  createConcurrencyLimit: { run: rpc.createConcurrencyLimit, args: () => [5] },
  createRateLimit: { run: rpc.createRateLimit, args: () => [{ perSecond: 5, burst: 5 }] },
  'createRateLimit of a store': {
    run: (options: never) => rpc.createRateLimit(options)(read.signal),
    args: () => [{ store: { consume: async () => {} }, key: 'k' }],
    passesOn: isCallerError,
  },
  createNodeClient: { run: rpc.createNodeClient, args: () => [clientOptions()] },
  // The caller's own clock, or the system's.
  'createNodeClient().clock.now': { run: () => rpc.createNodeClient(clientOptions()).clock.now(), args: () => [] },
  'createNodeClient().clock.sleep': {
    run: (...args: [never, never]) => rpc.createNodeClient({ transport: 'http://a.example' }).clock.sleep(...args),
    args: () => [5, read],
  },
  'createNodeClient().request': {
    run: (...request: [never, never, never]) =>
      rpc.createNodeClient({ transport: { fetch: fetchAnswer } }).request(...request),
    args: () => requestArguments,
  },
  http: { run: rpc.http, args: () => ['http://a.example', httpOptions()] },
  'http().request': {
    run: (url: never, options: never, ...request: [never, never, never]) => rpc.http(url, options).request(...request),
    args: () => ['http://a.example', httpOptions(), ...requestArguments],
  },
  custom: { run: rpc.custom, args: () => [carrier, { ...customOptions(), name: 'x' }] },
  'custom().request': {
    run: (options: never, ...request: [never, never, never]) => rpc.custom(carrier, options).request(...request),
    args: () => [customOptions(), ...requestArguments],
  },
  quorum: { run: proofs.quorum, args: () => [[carrier, carrier], quorumOptions()] },
  'quorum().request': {
    run: (options: never, ...request: [never, never, never]) =>
      proofs.quorum([rpc.custom(carrier), rpc.custom(carrier)], options).request(...request),
    args: () => [quorumOptions(), ...requestArguments],
  },
  agree: {
    run: proofs.agree,
    args: () => [[client, client], () => 5n, { atLeast: 2, state: 'solid', retries: 0, signal: read.signal }],
    passesOn: isCallerError,
  },
  fallback: { run: rpc.fallback, args: () => [['http://a.example', carrier], fallbackOptions()] },
  'fallback().request': {
    run: (options: never, ...request: [never, never, never]) =>
      rpc.fallback([rpc.custom(carrier)], options).request(...request),
    args: () => [fallbackOptions(), ...requestArguments],
  },
  addressBytes: { run: addresses.addressBytes, args: () => [OWNER] },
  addressFromPublicKey: { run: addresses.addressFromPublicKey, args: () => [new Uint8Array(64).fill(1)] },
  addressFromWord: { run: addresses.addressFromWord, args: () => ['ab'.repeat(20)] },
  addressToHex: { run: addresses.addressToHex, args: () => [OWNER] },
  fromEvmAddress: { run: addresses.fromEvmAddress, args: () => [`0x${'ab'.repeat(20)}`] },
  isAddress: { run: addresses.isAddress, args: () => [OWNER] },
  toEvmAddress: { run: addresses.toEvmAddress, args: () => [OWNER] },
  createEnergySource: { run: createEnergySource, args: () => [client] },
  ...Object.fromEntries([
    source('simulate', [sourceCall, readOptions]),
    source('estimate', [sourceCall, readOptions]),
    source('contractState', [OWNER, readOptions]),
    source('energyRules', [readOptions]),
    source('funds', [OWNER, readOptions]),
    source('accountExists', [OWNER, readOptions]),
    source('genesisId', [readOptions]),
  ]),
  'createKeySigner().sign': { run: (given: never) => signer.sign(given), args: () => [digest] },
  'createWalletSigner().sign': {
    run: (given: never) => signers.createWalletSigner(wallet, { address: OWNER }).sign(digest, given),
    args: () => [transaction],
  },
};

test('every callable export, and every method of its result, has a sample', async () => {
  const exported = await callableExports(new URL('../package.json', import.meta.url).pathname);
  expect(exported.filter((name) => !Object.hasOwn(samples, name))).toEqual([]);
  const names = [
    'createNodeClient',
    'bindClient',
    'createEnergySource',
    'createKeySigner',
    'createWalletSigner',
    'token',
  ];
  const results = Object.entries(samples).filter(([name]) => names.includes(name));
  expect(await missingMethods(Object.fromEntries(results), samples)).toEqual([]);
});

test.each(Object.entries(samples))('every failure of %s is an RpcError, whatever its arguments are', (name, sample) =>
  expectOwnErrors(name, sample, rpc.isRpcError),
);

test.each<[string, () => Promise<unknown>]>([
  ['vote', () => rpc.vote(client, { owner: OWNER, votes: {} as never })],
  ['createTransaction', () => rpc.createTransaction(client, undefined as never)],
  ['createProposal', () => rpc.createProposal(client, { owner: OWNER, parameters: { five: 1n } as never })],
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
])('deployContract rejects a wrong ABI, and names %s', async (argument, wrong) => {
  const { client: node, requests } = clientWithAnswers('build.visible');
  const deployment = { owner: OWNER, bytecode: '60', feeLimit: 5n, abi: wrong as never };
  await expect(rpc.deployContract(node, deployment)).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument },
  });
  expect(requests).toEqual([]);
});

const AN_ARRAY = 'an array';
test.each<[string, unknown, string]>([
  [AN_ARRAY, [1], AN_ARRAY],
  ['an object', {}, 'of type object'],
  ['a function', () => {}, 'of type function'],
  ['null', null, 'null'],
  ['undefined', undefined, 'undefined'],
  ['a fraction', 1.5, '1.5'],
  ['a symbol', Symbol('x'), 'Symbol(x)'],
  ['a text of 100 characters', 'x'.repeat(100), 'x'.repeat(80)],
])('an error that names %s as the wrong argument shows what it was', async (_, value, shown) => {
  await expect(rpc.getTransactionById(client, { txID: value as never })).rejects.toMatchObject({
    code: 'ARGUMENT_INVALID',
    context: { argument: 'txID', value: shown, expected: '32 bytes in hex' },
  });
});

test.each(['xy', 'abc', 5, undefined])('code in another form than hex is rejected: %j', async (bytecode) => {
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
])('arguments that are %s are rejected as such', async (_, args) => {
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

test('an error of a signer is the cause of an RpcError that does not quote it', async () => {
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
