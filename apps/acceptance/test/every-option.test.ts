// What each option of each function that builds, signs, sends or filters changes in a request, a pause or the result.
// The compiler compares the tables with the types: an option without a row is an error.
import { createMockNode } from '@coin/mock-node';
import * as rpc from '@coin/rpc';
import { getContractEvents, parseAbi, token, type Token, watchContractEvent, writeContract } from '@coin/rpc/abi';
import { addressToHex } from '@coin/rpc/address';
import { signMessage } from '@coin/rpc/message';
import {
  addSignature,
  type AddSignatureArgs,
  createDigestSigner,
  createKeySigner,
  createWalletSigner,
  signingPayload,
} from '@coin/rpc/signer';
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { describe, expect, test } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };
import { createFaultyNetwork, word } from '../src/faulty-network.ts';
import { observe } from './support/observed-client.ts';

useVirtualTime();

/** A value of an option, what is observed only with it, and what it needs beside it. */
type Effect = readonly [value: unknown, shows: string | RegExp, beside?: object];

/** All names of an object, of every member of a union. */
type Names<T> = T extends unknown ? keyof T & string : never;
/** An effect for each name. */
type Effects<T> = Readonly<Record<Names<T>, Effect>>;

/** A function, its valid arguments, and an effect for each name in them and in its options. */
interface Row {
  readonly node: 'network' | 'chain';
  readonly args: object;
  readonly effects: Readonly<Record<string, Effect>>;
  readonly optionEffects?: Readonly<Record<string, Effect>>;
  readonly run: (client: rpc.NodeClient, args: never, options: never) => unknown;
}

// A network that has data for every build function.
const network = await createFaultyNetwork();
const { owner, receiver, witness, contract, proposalId, tokenId } = network;

// A chain with a token, which mines a block in each pause.
const node = createMockNode({ solidityLag: 2 });
const [first, second] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey));
if (first === undefined || second === undefined) throw new Error('the node has no accounts');
const signer = first;
const other = second.address;
const setup = rpc.createNodeClient({ transport: node });
const deployed = await node.deploy({ bytecode: fixture.bytecode, abi: fixture.abi, args: [10n ** 12n] });
const { address } = token(setup, deployed.address);
const feeLimit = 1_000_000_000n;
await token(setup, address).approve({ signer, spender: signer.address, amount: 100n, feeLimit });
await token(setup, address).approve({ signer: second, spender: signer.address, amount: 100n, feeLimit });
const paid = await token(setup, address).transfer({ signer, to: other, amount: 50n, memo: 'rent', feeLimit });
const payment = await rpc.createTransaction(setup, { owner: signer.address, to: other, amount: 7n });
const otherPayment = await rpc.createTransaction(setup, { owner: signer.address, to: other, amount: 8n });
const signed = await rpc.signTransaction(payment, signer);
const infos = [await rpc.getTransactionInfoById(setup, { txID: paid.txID })].flatMap((info) => info ?? []);
const block = await rpc.getBlock(setup, { number: paid.blockNumber });
node.setMining({ kind: 'manual' });
const snapshot = node.snapshot();

const ABORTED = AbortSignal.abort(new Error('stopped'));
const hex = (text: string): string => Buffer.from(text).toString('hex');

const ownerFields = {
  owner: [receiver, `"owner_address":"${receiver}"`],
  permissionId: [2, '"Permission_id":2'],
} as const satisfies Effects<rpc.OwnerFields>;

const callOptions = {
  signal: [ABORTED, /abort/i],
  timeoutMs: [1234, '"timeoutMs":1234'],
  retries: [7, '"retries":7'],
} as const satisfies Effects<rpc.CallOptions>;

const buildOptions = {
  ...callOptions,
  maxLifeMs: [1000, 'error TRANSACTION_MISMATCH'],
} as const satisfies Effects<rpc.BuildOptions>;

const waitOptions = {
  until: ['solid', 'solid /wallet/gettransactioninfobyid'],
  pollMs: [77, 'pause 77'],
  signal: [ABORTED, /abort/i],
  timeoutMs: [33, 'pause 33'],
  retries: [7, '"retries":7'],
} as const satisfies Effects<rpc.WaitOptions>;

type Build<T> = T extends (
  client: rpc.NodeClient,
  args: infer Args,
  options?: infer Options,
) => Promise<rpc.Transaction>
  ? { readonly args: Args; readonly options: Options }
  : never;
/** The mock node has no stake of version 1, so it builds nothing that releases it. */
type BuildName = Exclude<
  { [F in keyof typeof rpc]: [Build<(typeof rpc)[F]>] extends [never] ? never : F }[keyof typeof rpc],
  'unstakeVersion1'
>;

const keys = (key: string) => ({ threshold: 2n, keys: [{ address: key, weight: 3n }] });
const active = (key: string) => [{ ...keys(key), operations: ['TransferContract'] as const }];
const bytecode = '6001600055';

/** The build functions: their arguments, and an effect of each. */
const builds: {
  readonly [F in BuildName]: readonly [
    args: Build<(typeof rpc)[F]>['args'],
    effects: Effects<Build<(typeof rpc)[F]>['args']>,
  ];
} = {
  createTransaction: [
    { owner, to: receiver, amount: 5n },
    {
      ...ownerFields,
      to: [contract, `"to_address":"${contract}"`],
      amount: [6n, '"amount":"6"'],
      memo: ['rent', 'rent'],
    },
  ],
  transferAsset: [
    { owner, to: receiver, tokenId, amount: 5n },
    {
      ...ownerFields,
      to: [witness, `"to_address":"${witness}"`],
      tokenId: ['1000009', '"asset_name":"1000009"'],
      amount: [6n, '"amount":"6"'],
      memo: ['rent', 'rent'],
    },
  ],
  triggerSmartContract: [
    { owner, contract, functionSelector: 'totalSupply()', feeLimit: 9n },
    {
      ...ownerFields,
      contract: [receiver, `"contract_address":"${receiver}"`],
      functionSelector: ['name()', '"function_selector":"name()"'],
      parameter: [word(7n), `"parameter":"${word(7n)}"`],
      data: ['c0ffee00', '"data":"c0ffee00"', { functionSelector: undefined }],
      feeLimit: [8n, '"fee_limit":"8"'],
      callValue: [3n, '"call_value":"3"'],
      memo: ['rent', hex('rent')],
    },
  ],
  deployContract: [
    { owner, bytecode, feeLimit: 9n },
    {
      ...ownerFields,
      bytecode: ['6002600055', '"bytecode":"6002600055"'],
      parameter: [word(7n), `"parameter":"${word(7n)}"`],
      abi: [[{ type: 'function', name: 'pay', inputs: [] }], 'pay'],
      name: ['Till', '"name":"Till"'],
      feeLimit: [8n, '"fee_limit":"8"'],
      callerPercent: [40, '"consume_user_resource_percent":"40"'],
      deployerEnergyLimit: [11n, '"origin_energy_limit":"11"'],
      callValue: [3n, '"call_value":"3"'],
    },
  ],
  stake: [
    { owner, amount: 1_000_000n, resource: 'ENERGY' },
    {
      ...ownerFields,
      amount: [2_000_000n, '"frozen_balance":"2000000"'],
      resource: ['BANDWIDTH', '"frozen_balance":"1000000","visible"'],
    },
  ],
  unstake: [
    { owner, amount: 1_000_000n, resource: 'ENERGY' },
    {
      ...ownerFields,
      amount: [2_000_000n, '"unfreeze_balance":"2000000"'],
      resource: ['BANDWIDTH', '"unfreeze_balance":"1000000","visible"'],
    },
  ],
  withdrawUnstaked: [{ owner }, ownerFields],
  cancelUnstaking: [{ owner }, ownerFields],
  delegateResource: [
    { owner, receiver, amount: 2_000_000n, resource: 'ENERGY' },
    {
      ...ownerFields,
      receiver: [witness, `"receiver_address":"${witness}"`],
      amount: [3_000_000n, '"balance":"3000000"'],
      resource: ['BANDWIDTH', `"owner_address":"${owner}","balance"`],
      lockBlocks: [9, '"lock_period":'],
    },
  ],
  undelegateResource: [
    { owner, receiver, amount: 2_000_000n, resource: 'ENERGY' },
    {
      ...ownerFields,
      receiver: [witness, `"receiver_address":"${witness}"`],
      amount: [3_000_000n, '"balance":"3000000"'],
      resource: ['BANDWIDTH', `"owner_address":"${owner}","balance"`],
    },
  ],
  vote: [
    { owner, votes: [{ address: witness, count: 3n }] },
    { ...ownerFields, votes: [[{ address: witness, count: 4n }], '"vote_count":"4"'] },
  ],
  withdrawReward: [{ owner }, ownerFields],
  createProposal: [
    { owner: witness, parameters: { energyFee: 300n } },
    { ...ownerFields, parameters: [{ memoFee: 7n }, '"value":"7"'] },
  ],
  approveProposal: [
    { owner: witness, proposalId },
    {
      ...ownerFields,
      proposalId: [99, '"proposal_id":"99"'],
      action: ['withdraw', `"proposal_id":"${proposalId}","visible"`],
    },
  ],
  deleteProposal: [
    { owner: witness, proposalId },
    { ...ownerFields, proposalId: [99, '"proposal_id":"99"'] },
  ],
  createWitness: [
    { owner, url: 'http://a.example' },
    { ...ownerFields, url: ['http://b.example', 'http://b.example'] },
  ],
  updateWitness: [
    { owner: witness, url: 'http://a.example' },
    { ...ownerFields, url: ['http://b.example', 'http://b.example'] },
  ],
  updateBrokerage: [
    { owner: witness, brokeragePercent: 30 },
    { ...ownerFields, brokeragePercent: [40, '"brokerage":"40"'] },
  ],
  updateAccountPermissions: [
    { owner, ownerPermission: keys(owner), activePermissions: active(owner) },
    {
      ...ownerFields,
      ownerPermission: [{ ...keys(owner), name: 'chief' }, 'chief'],
      witnessPermission: [{ ...keys(owner), name: 'maker' }, 'maker'],
      activePermissions: [active(receiver), `"address":"${receiver}"`],
    },
  ],
};

const rows: Record<string, Row> = {};
for (const [name, [args, effects]] of Object.entries(builds))
  rows[name] = {
    node: 'network',
    args,
    effects,
    optionEffects: buildOptions satisfies Effects<Build<(typeof rpc)[BuildName]>['options']>,
    run: (client, given, options) => rpc[name as 'stake'](client, given, options),
  };

const plannerOf = (limit: bigint) => ({ plan: async () => ({ feeLimit: limit }) });
const sendFields = {
  owner: [other, `"owner_address":"${other}"`],
  signer: [second, '"nodeCode":"SIGERROR"', { owner: signer.address }],
  feeLimit: [555_000_000n, '"fee_limit":"555000000"'],
  planner: [plannerOf(777_000_000n), '"fee_limit":"777000000"', { feeLimit: undefined }],
  memo: ['rent', hex('rent')],
  permissionId: [2, '"Permission_id":2'],
} as const;
const writeOptions = {
  ...waitOptions,
  timeoutMs: [44, 'pause 44'],
  maxLifeMs: buildOptions.maxLifeMs,
} as const satisfies Effects<NonNullable<Parameters<typeof writeContract>[2]>>;
const abi = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);
const renamed = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 sum)',
]);

type TokenSend = 'transfer' | 'transferFrom' | 'approve';
/** The functions that send a token: their arguments, and an effect of each. */
const tokenSends: {
  readonly [F in TokenSend]: readonly [args: Parameters<Token[F]>[0], effects: Effects<Parameters<Token[F]>[0]>];
} = {
  transfer: [
    { signer, feeLimit, to: other, amount: 7n },
    { ...sendFields, to: [signer.address, word(signer.address) + word(7n)], amount: [8n, word(8n)] },
  ],
  transferFrom: [
    { signer, feeLimit, from: signer.address, to: other, amount: 7n },
    {
      ...sendFields,
      from: [other, word(other) + word(other)],
      to: [signer.address, word(signer.address) + word(signer.address)],
      amount: [8n, word(8n)],
    },
  ],
  approve: [
    { signer, feeLimit, spender: other, amount: 7n },
    { ...sendFields, spender: [signer.address, word(signer.address) + word(7n)], amount: [8n, word(8n)] },
  ],
};
for (const [name, [args, effects]] of Object.entries(tokenSends))
  rows[`token.${name}`] = {
    node: 'chain',
    args,
    effects,
    optionEffects: writeOptions satisfies Effects<NonNullable<Parameters<Token[TokenSend]>[1]>>,
    run: (client, given, options) => token(client, address)[name as TokenSend](given, options),
  };

type WriteArgs = Parameters<typeof writeContract<typeof abi, 'transfer'>>[1];
rows['writeContract'] = {
  node: 'chain',
  args: { abi, address, functionName: 'transfer', args: [other, 7n], signer, feeLimit },
  effects: {
    ...sendFields,
    abi: [renamed, '"sum":"7"'],
    address: [contract, `"contract_address":"${contract}"`],
    functionName: ['approve', 'approve(address,uint256)'],
    args: [[other, 8n], word(8n)],
    callValue: [3n, '"call_value":"3"'],
  } satisfies Effects<WriteArgs>,
  optionEffects: writeOptions,
  run: writeContract,
};
rows['sendTransaction'] = {
  node: 'chain',
  args: { transaction: payment, signer },
  effects: {
    transaction: [otherPayment, '"amount":"8"'],
    signer: [second, '"nodeCode":"SIGERROR"'],
  } satisfies Effects<rpc.SendTransactionArgs>,
  optionEffects: waitOptions,
  run: rpc.sendTransaction,
};
rows['resumeTransaction'] = {
  node: 'chain',
  args: { transaction: rpc.encodeTransaction(signed) },
  effects: {
    transaction: [rpc.encodeTransaction(payment), 'error SIGNATURE_INVALID'],
    genesisId: ['ab'.repeat(32), 'error ENDPOINT_MISMATCH'],
  } satisfies Effects<rpc.ResumeTransactionArgs>,
  optionEffects: waitOptions,
  run: rpc.resumeTransaction,
};
/** A client that loses its first answers. */
function lossy(client: rpc.NodeClient, count: number): rpc.NodeClient {
  let lost = 0;
  const request: rpc.NodeClient['request'] = async (...sent) => {
    const answer = await client.request(...sent);
    if (lost++ >= count) return answer;
    throw new rpc.RpcError('TIMEOUT', { path: sent[0], timeoutMs: 1 }, { retryable: true });
  };
  return { ...client, request };
}

const broadcastOptions = { ...callOptions, retries: [3, 'result'] } as const satisfies Effects<rpc.CallOptions>;
rows['broadcastHex'] = {
  node: 'chain',
  args: { transaction: rpc.encodeTransaction(signed) },
  effects: { transaction: [rpc.encodeTransaction(otherPayment), otherPayment.txID] },
  optionEffects: broadcastOptions,
  run: (client, args, options) => rpc.broadcastHex(lossy(client, 3), args, options),
};
rows['broadcastTransaction'] = {
  node: 'chain',
  args: {},
  effects: {},
  optionEffects: broadcastOptions,
  run: (client, _, options) => rpc.broadcastTransaction(lossy(client, 3), signed, options),
};
rows['waitForTransaction'] = {
  node: 'chain',
  args: {},
  effects: {},
  optionEffects: waitOptions,
  // The node mines it in the first pause.
  async run(client, _, options) {
    await rpc.broadcastTransaction(client, signed);
    return rpc.waitForTransaction(client, signed, options);
  },
};
rows['addSignature'] = {
  node: 'chain',
  args: { address: signer.address, signature: signer.sign(signingPayload(payment).digest) },
  effects: {
    address: [other, 'error SIGNATURE_INVALID'],
    signature: [second.sign(signingPayload(payment).digest), 'error SIGNATURE_INVALID'],
  } satisfies Effects<AddSignatureArgs>,
  run: (_, args) => addSignature(payment, args),
};
/** Signs as a key service does, without the recovery id. */
const serviceOf =
  ({ sign }: typeof signer) =>
  (digest: Uint8Array) =>
    sign(digest).subarray(0, 64);
rows['createDigestSigner'] = {
  node: 'chain',
  args: { address: signer.address, sign: serviceOf(signer) },
  effects: {
    address: [other, 'error WRONG_SIGNER'],
    sign: [serviceOf(second), 'error WRONG_SIGNER'],
  } satisfies Effects<Parameters<typeof createDigestSigner>[0]>,
  run: (_, options) => createDigestSigner(options).sign(signingPayload(payment).digest),
};
rows['createWalletSigner'] = {
  node: 'chain',
  args: { address: signer.address },
  effects: { address: [other, other] } satisfies Effects<Parameters<typeof createWalletSigner>[1]>,
  run: (_, options) => createWalletSigner({ sign: () => undefined }, options),
};
rows['signMessage'] = {
  node: 'chain',
  args: {},
  effects: {},
  optionEffects: {
    version: [1, await signMessage('hello', signer, { version: 1 })],
  } satisfies Effects<NonNullable<Parameters<typeof signMessage>[2]>>,
  run: (_, __, options) => signMessage('hello', signer, options),
};
const eventOptions = {
  ...callOptions,
  state: ['solid', 'solid /wallet/getblockbylimitnext'],
} as const satisfies Effects<rpc.ReadStateOptions>;
rows['getContractEvents'] = {
  node: 'chain',
  args: { abi, address, fromBlock: 0 },
  effects: {
    abi: [renamed, '"sum":"50"'],
    address: [contract, 'result []'],
    eventName: ['Transfer', /result \[\{(?!.*Approval)/],
    args: [{ value: [50n, 51n], to: addressToHex(other) }, /result \[\{(?!.*"100")/],
    fromBlock: [1, '"startNum":1,'],
    toBlock: [1, '"endNum":2,'],
  } satisfies Effects<Parameters<typeof getContractEvents<typeof abi>>[1]>,
  optionEffects: eventOptions,
  run: getContractEvents,
};
rows['tokenTransfers'] = {
  node: 'chain',
  args: {},
  effects: {
    token: [other, 'result []'],
    to: [signer.address, 'result []'],
    block: [block, '"memo":"rent"'],
  } satisfies Effects<rpc.TokenTransfersOptions>,
  run: (_, options) => rpc.tokenTransfers(infos, options),
};

/** The first events of a stream, from a node whose first answer is lost. */
const firstOf =
  (watch: (client: rpc.NodeClient, args: never, options: never) => AsyncIterable<unknown>) =>
  async (client: rpc.NodeClient, args: never, options: never) => {
    const events: unknown[] = [];
    for await (const event of watch(lossy(client, 1), args, options)) if (events.push(event) === 3) break;
    return events;
  };
const watchOptions = {
  ...callOptions,
  pollMs: [77, 'pause 77'],
  batchSize: [1, '"startNum":1,"endNum":2,'],
  maxOutageMs: [0, 'error TIMEOUT'],
} as const satisfies Effects<rpc.WatchBlocksOptions>;
rows['watchBlocks'] = {
  node: 'chain',
  args: { state: 'head', fromBlock: 1 },
  effects: {
    state: ['solid', 'solid /wallet'],
    fromBlock: [2, '"startNum":2,'],
    infos: [true, '/wallet/gettransactioninfobyblocknum'],
  } satisfies Effects<rpc.WatchBlocksArgs>,
  optionEffects: watchOptions,
  run: firstOf(rpc.watchBlocks),
};
rows['watchContractEvent'] = {
  node: 'chain',
  args: { abi, address, state: 'head', fromBlock: 1 },
  effects: {
    abi: [renamed, '"sum":"1000000000000"'],
    address: [contract, /result (?!.*"eventName")/],
    eventName: ['Approval', /result (?!.*Transfer)/],
    args: [{ to: addressToHex(other) }, /result (?!.*Transfer)/],
    state: ['solid', 'solid /wallet'],
    fromBlock: [2, '"startNum":2,'],
  } satisfies Effects<Parameters<typeof watchContractEvent<typeof abi>>[1]>,
  optionEffects: watchOptions,
  run: firstOf(watchContractEvent),
};

/** Observes a function with arguments and options, on its node as it was. */
async function observeRow({ node: place, run }: Row, args: object, options: object): Promise<string> {
  if (place === 'network') network.restore();
  else node.revert(snapshot);
  const used = place === 'network' ? network.node : node;
  return observe(used, (client) => run(client, args as never, options as never));
}

const plain = new Map<Row, Promise<string>>();
/** Observes a function with its valid arguments alone. */
function observePlain(row: Row): Promise<string> {
  const observed = plain.get(row) ?? observeRow(row, row.args, {});
  plain.set(row, observed);
  return observed;
}

const effects = Object.entries(rows).flatMap(([name, row]) => [
  ...Object.entries(row.effects).map(([option, effect]) => [name, option, 'args', row, effect] as const),
  ...Object.entries(row.optionEffects ?? {}).map(([option, effect]) => [name, option, 'options', row, effect] as const),
]);

test.each(effects)('%s takes %s in its %s and gives it an effect', async (_, option, place, row, effect) => {
  const [value, shows, beside] = effect;
  const changed = { [option]: value, ...beside };
  const { args } = row;
  const without = await observePlain(row);
  const withOption =
    place === 'args' ? await observeRow(row, { ...args, ...changed }, {}) : await observeRow(row, args, changed);
  expect(withOption).not.toContain('error ARGUMENT_INVALID');
  expect(withOption).toMatch(shows);
  expect(without).not.toMatch(shows);
});

describe.each(Object.entries(rows))('%s', (_, row) => {
  const places = (['args', 'options'] as const).filter(
    (place) => Object.keys((place === 'args' ? row.effects : row.optionEffects) ?? {}).length > 0,
  );
  test.each(places)('rejects another name in its %s, and lists only its own', async (place) => {
    const { args } = row;
    const observed =
      place === 'args' ? await observeRow(row, { ...args, zzz: 1 }, {}) : await observeRow(row, args, { zzz: 1 });
    const [, expected = ''] =
      /error ARGUMENT_INVALID {"argument":"zzz","value":"\(hidden\)","expected":"one of the options ([^"]*)"}/.exec(
        observed,
      ) ?? [];
    expect(expected.split(', ').toSorted()).toEqual(
      Object.keys((place === 'args' ? row.effects : row.optionEffects) ?? {}).toSorted(),
    );
    expect(observed.split('\n').filter((line) => /^(?:head|solid) (?!.*broadcasttransaction)/.test(line))).toEqual([]);
  });
});
