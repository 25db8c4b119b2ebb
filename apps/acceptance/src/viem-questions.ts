import { parseAbi, parseAbiItem, toHex, type Address, type Hex, type PublicClient } from 'viem';
import token from '../fixtures/token.json' with { type: 'json' };

// What a public client of viem is asked about the end of the recorded chain mainnet-jsonrpc-1.

/** Accounts, contracts and transactions of the chain. */
export const recorded = {
  token: '0x474bfbae5b8a9f3691c3cef5ba23c9cf68200769',
  lab: '0x662d5fc00a2a0cb96335e3de27b9f6073055731f',
  factory: '0x1c33a1b32d275212e411d1d90ae9e883f16680cf',
  tokenOwner: '0xf5e51b6a868cd201331dc36a86b6295152817688',
  account: '0x27c11e9f4012e773291e4cfa07a580bda92985ea',
  receiver: '0x1b02cc461f3bd04462c710609df74f63a6cdae1f',
  unknown: '0x2cc98acad8bfd730741cb753d2947eee394952ff',
  blockWithLogs: { number: 2n, hash: '0x0000000000000002f72b573071fea6c5fe7913307c1bd8a7c3513df08b2c9cae' },
  head: 83n,
} as const satisfies Record<string, Address | bigint | { readonly number: bigint; readonly hash: Hex }>;

const transactions: Readonly<Record<string, Hex>> = {
  transfer: '0xe9c549ba31d0893c67c83cbf6756109889c335311e5e474d0e79e5d813111632',
  deploy: '0xaac98460f087158b1df38350602e393e6069a43409bcfc6b95c2fb0f9bb103e5',
  call: '0xed158cb2f5bfa8de08cbc7418e856dd382a7b6a157d0123bbac3b6b3d661e3f4',
  reverted: '0x6cdf9e944448de2552199d7851cc80eb19ff386faa72dd4781f6de613f6616ff',
  'out of energy': '0x46562feeda9062528034dd3c0e434b434de9d0bc5b87e924739052f94aade881',
  freeze: '0x1daaf44c81d4cacbcdafc427a770b907e8710f7617df78708e0fb7d07abaef4e',
  vote: '0x6f221684d4a7e88e614c66c489fc2afb63b0be5940ad2d0d1cdccf708bd24c93',
  'with internal calls': '0x46562feeda9062528034dd3c0e434b434de9d0bc5b87e924739052f94aade881',
};

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
/** Functions and events, for other clients too. */
export const tokenInterface = [
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
] as const;
export const labInterface = [
  'function env() view returns (uint256, uint256, uint256, address, uint256, bytes32)',
  'function fail(string reason) view',
  'function failCustom(uint256 code) view',
  'function failAssert() view',
  'function burnThenRevert(uint256 rounds)',
] as const;

const Token = { address: recorded.token, abi: parseAbi(tokenInterface) } as const;
const Lab = { address: recorded.lab, abi: parseAbi(labInterface) } as const;
const unknownHash: Hex = `0x${'00'.repeat(32)}`;
const nameCall = { to: recorded.token, data: '0x06fdde03' } as const;
const creation: Hex = `0x${token.bytecode}`;

type Questions = Readonly<Record<string, () => Promise<unknown>>>;

/** By their names in the recorded answers, in an order in which filters are made before they are used. */
export function viemQuestions(client: PublicClient): Questions {
  return {
    ...chainQuestions(client),
    ...transactionQuestions(client),
    ...accountQuestions(client),
    ...contractQuestions(client),
    ...logQuestions(client),
    sendRawTransaction: () => client.sendRawTransaction({ serializedTransaction: '0x02f8' }),
  };
}

function chainQuestions(client: PublicClient): Questions {
  const { number: blockNumber, hash: blockHash } = recorded.blockWithLogs;
  return {
    getChainId: () => client.getChainId(),
    getBlockNumber: () => client.getBlockNumber(),
    getGasPrice: () => client.getGasPrice(),
    getFeeHistory: () => client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }),
    'getBlock latest': () => client.getBlock({ blockTag: 'latest' }),
    'getBlock earliest': () => client.getBlock({ blockTag: 'earliest' }),
    'getBlock finalized': () => client.getBlock({ blockTag: 'finalized' }),
    'getBlock safe': () => client.getBlock({ blockTag: 'safe' }),
    'getBlock pending': () => client.getBlock({ blockTag: 'pending' }),
    'getBlock number': () => client.getBlock({ blockNumber }),
    'getBlock number, with transactions': () => client.getBlock({ blockNumber, includeTransactions: true }),
    'getBlock hash': () => client.getBlock({ blockHash }),
    'getBlock beyond the head': () => client.getBlock({ blockNumber: 10_000_000n }),
    'getBlock unknown hash': () => client.getBlock({ blockHash: unknownHash }),
    getBlockTransactionCount: () => client.getBlockTransactionCount({ blockNumber }),
  };
}

function transactionQuestions(client: PublicClient): Questions {
  const each = Object.entries(transactions).flatMap(([kind, hash]) => [
    [`getTransaction ${kind}`, () => client.getTransaction({ hash })] as const,
    [`getTransactionReceipt ${kind}`, () => client.getTransactionReceipt({ hash })] as const,
  ]);
  const { transfer: transferHash = '0x', call: callHash = '0x' } = transactions;
  return {
    ...Object.fromEntries(each),
    'getTransaction by block and index': () =>
      client.getTransaction({ blockNumber: recorded.blockWithLogs.number, index: 0 }),
    'getTransaction unknown': () => client.getTransaction({ hash: unknownHash }),
    'getTransactionReceipt unknown': () => client.getTransactionReceipt({ hash: unknownHash }),
    getTransactionConfirmations: () => client.getTransactionConfirmations({ hash: transferHash }),
    waitForTransactionReceipt: () => client.waitForTransactionReceipt({ hash: callHash, timeout: 5000 }),
  };
}

function accountQuestions(client: PublicClient): Questions {
  const accounts = { account: recorded.account, contract: recorded.lab, unknown: recorded.unknown } as const;
  const each = Object.entries(accounts).flatMap(([kind, address]) => [
    [`getBalance ${kind}`, () => client.getBalance({ address })] as const,
    [`getCode ${kind}`, async () => (await client.getCode({ address }))?.length ?? null] as const,
    [`getTransactionCount ${kind}`, () => client.getTransactionCount({ address })] as const,
  ]);
  return {
    ...Object.fromEntries(each),
    'getBalance at a block': () => client.getBalance({ address: recorded.account, blockNumber: 1n }),
    getStorageAt: () => client.getStorageAt({ address: recorded.token, slot: toHex(2) }),
  };
}

function contractQuestions(client: PublicClient): Questions {
  const { receiver, tokenOwner, account } = recorded;
  const sent = { ...Token, functionName: 'transfer', args: [receiver, 1n], account: tokenOwner } as const;
  return {
    'readContract name': () => client.readContract({ ...Token, functionName: 'name' }),
    'readContract symbol': () => client.readContract({ ...Token, functionName: 'symbol' }),
    'readContract decimals': () => client.readContract({ ...Token, functionName: 'decimals' }),
    'readContract totalSupply': () => client.readContract({ ...Token, functionName: 'totalSupply' }),
    'readContract balanceOf': () => client.readContract({ ...Token, functionName: 'balanceOf', args: [tokenOwner] }),
    'readContract at a block': () => client.readContract({ ...Token, functionName: 'totalSupply', blockNumber: 1n }),
    'readContract env': () => client.readContract({ ...Lab, functionName: 'env' }),
    'readContract fails with a reason': () => client.readContract({ ...Lab, functionName: 'fail', args: ['because'] }),
    'readContract fails with an error of its own': () =>
      client.readContract({ ...Lab, functionName: 'failCustom', args: [7n] }),
    'readContract fails an assertion': () => client.readContract({ ...Lab, functionName: 'failAssert' }),
    'readContract not a contract': () => client.readContract({ ...Token, address: account, functionName: 'name' }),
    call: () => client.call(nameCall),
    'call without from, with a deployment': () => client.call({ data: creation }),
    simulateContract: async () => (await client.simulateContract(sent)).result,
    'estimateGas call': () => client.estimateContractGas(sent),
    'estimateGas transfer': () => client.estimateGas({ account, to: receiver, value: 1n }),
    'estimateGas deployment': () => client.estimateGas({ account, data: `${creation}${'5'.padStart(64, '0')}` }),
    estimateContractGas: () => client.estimateContractGas(sent),
    'estimateContractGas, reverts': () =>
      client.estimateContractGas({ ...Lab, functionName: 'burnThenRevert', args: [1n], account }),
  };
}

function logQuestions(client: PublicClient): Questions {
  const range = { fromBlock: 0n, toBlock: recorded.head } as const;
  const filter = client.createEventFilter({ address: recorded.token, event: transfer, fromBlock: 0n });
  return {
    'getLogs of a block': () => client.getLogs({ blockHash: recorded.blockWithLogs.hash }),
    'getLogs of an address': () => client.getLogs({ ...range, address: recorded.token }),
    'getLogs of an event': () => client.getLogs({ ...range, event: transfer }),
    'getLogs of an event and its arguments': () =>
      client.getLogs({ ...range, event: transfer, args: { from: recorded.tokenOwner } }),
    'getLogs by tags': () => client.getLogs({ fromBlock: 'earliest', toBlock: 'latest', address: recorded.factory }),
    getContractEvents: () => client.getContractEvents({ ...Token, eventName: 'Transfer', ...range }),
    getFilterLogs: async () => client.getFilterLogs({ filter: await filter }),
    getFilterChanges: async () => client.getFilterChanges({ filter: await filter }),
    createBlockFilter: async () => (await client.createBlockFilter()).type,
    createPendingTransactionFilter: async () => (await client.createPendingTransactionFilter()).type,
    uninstallFilter: async () => client.uninstallFilter({ filter: await filter }),
    'uninstallFilter again': async () => client.uninstallFilter({ filter: await filter }),
  };
}
