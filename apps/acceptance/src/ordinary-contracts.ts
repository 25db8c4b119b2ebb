// Calls of contracts of everyday kinds, and what the planner says about them with and without the node's search.
import { createFeePlanner, type EnergySource } from '@coin/fee/planner';
import { createMockNode } from '@coin/mock-node';
import { createNodeClient, isRpcError, sendTransaction, triggerSmartContract } from '@coin/rpc';
import { addressToHex, toAddress } from '@coin/rpc/address';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createKeySigner } from '@coin/rpc/signer';
import { type Abi, encodeAbiParameters, encodeFunctionData, type Hex, keccak256, parseAbi } from 'viem';
import ordinary from '../contracts/ordinary.json' with { type: 'json' };

/** What the planner says about a call. */
export interface OrdinaryPlan {
  readonly call: string;
  /** How far the limit is above the need, in percent, by a node with a search and by one without. */
  readonly above: number;
  readonly aboveWithoutSearch: number;
  /** Whether the plan warns that the call may depend on the energy it is given, by such nodes. */
  readonly isWarned: boolean;
  readonly isWarnedWithoutSearch: boolean;
  /** Whether the call succeeds under each of the two limits. */
  readonly suffices: boolean;
}

const ABI = parseAbi([
  'function mint(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function initialize(address first, address second)',
  'function sync()',
  'function confirm(bytes32 id)',
  'function setPair(address first, address second, address pair)',
  'function createPair(address first, address second)',
  'function swap(address first, address second, uint256 amount, address to)',
  'function buy()',
]) satisfies Abi;
const MULTISIG = parseAbi(['function execute(address to, uint256 value, bytes data, bool asOwn)']);
const GUARDED = parseAbi(['function execute(address to, uint256 value, bytes data, uint256 energy)']);

const { codes } = ordinary;
const IMPLEMENTATION_SLOT = '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';
const at = (byte: string): Hex => `0x${byte.repeat(20)}`;
const minimalProxy = (target: Hex) => `363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`;

const TOKEN = at('a1');
const OTHER_TOKEN = at('a2');
const STORAGE_PROXY = at('b1');
const MINIMAL_PROXY = at('b2');
const WALLET = at('c1');
const GUARDED_WALLET = at('c2');
const PAIR = at('d1');
const ROUTER = at('d2');
const SHOP = at('d3');
const HOLDER = at('0e');
const AMOUNT = 1_000_000n;

const contracts = {
  [TOKEN]: codes.Token,
  [OTHER_TOKEN]: codes.Token,
  [STORAGE_PROXY]: codes.StorageProxy,
  [MINIMAL_PROXY]: minimalProxy(TOKEN),
  [WALLET]: codes.Multisig,
  [GUARDED_WALLET]: codes.GuardedMultisig,
  [PAIR]: codes.Pair,
  [ROUTER]: codes.Router,
  [SHOP]: codes.Shop,
};

const toNode = (address: Hex) => toAddress(`41${address.slice(2)}`);
const encode = (functionName: (typeof ABI)[number]['name'], ...args: readonly unknown[]): Hex =>
  encodeFunctionData<Abi>({ abi: ABI, functionName, args });

/** What a call sends, and where to. */
interface Call {
  readonly to: Hex;
  readonly data: Hex;
  readonly callValue?: bigint;
}

const transfer = encode('transfer', HOLDER, AMOUNT);
/** The id of a wallet's transaction, as its contract computes it. */
const idOf = (last: 'bool' | 'uint256', value: boolean | bigint, to: Hex, coin: bigint, data: Hex): Hex =>
  keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }, { type: last }], [
      to,
      coin,
      data,
      value,
    ] as never),
  );

/** The calls, by what they are; each comes after its preparation. */
function ordinaryCalls(payer: Hex): Record<string, readonly Call[]> {
  const prepareToken = (token: Hex, owner: Hex): Call => ({ to: token, data: encode('mint', owner, 1_000n * AMOUNT) });
  const execute = (to: Hex, coin: bigint, data: Hex, asOwn: boolean): Call[] => [
    prepareToken(TOKEN, WALLET),
    { to: WALLET, data: encode('confirm', idOf('bool', asOwn, to, coin, data)) },
    { to: WALLET, data: encodeFunctionData({ abi: MULTISIG, functionName: 'execute', args: [to, coin, data, asOwn] }) },
  ];
  const energy = 60_000n;
  return {
    'token: transfer': [prepareToken(TOKEN, payer), { to: TOKEN, data: transfer }],
    'token: approve': [{ to: TOKEN, data: encode('approve', HOLDER, AMOUNT) }],
    'token behind a minimal proxy: transfer': [
      prepareToken(MINIMAL_PROXY, payer),
      { to: MINIMAL_PROXY, data: transfer },
    ],
    'token behind a proxy with its implementation in storage: transfer': [
      prepareToken(STORAGE_PROXY, payer),
      { to: STORAGE_PROXY, data: transfer },
    ],
    'multisig: confirm': [{ to: WALLET, data: encode('confirm', `0x${'01'.repeat(32)}`) }],
    'multisig: pay a token': execute(TOKEN, 0n, transfer, false),
    'multisig: pay coin': execute(HOLDER, 7n, '0x', false),
    'multisig: run a library': execute(TOKEN, 0n, encode('approve', HOLDER, 1n), true),
    'multisig that checks the energy left: pay a token': [
      prepareToken(TOKEN, GUARDED_WALLET),
      { to: GUARDED_WALLET, data: encode('confirm', idOf('uint256', energy, TOKEN, 0n, transfer)) },
      {
        to: GUARDED_WALLET,
        data: encodeFunctionData({ abi: GUARDED, functionName: 'execute', args: [TOKEN, 0n, transfer, energy] }),
      },
    ],
    'swap: through a router and a pool': [
      prepareToken(TOKEN, PAIR),
      prepareToken(OTHER_TOKEN, PAIR),
      { to: PAIR, data: encode('initialize', TOKEN, OTHER_TOKEN) },
      { to: PAIR, data: encode('sync') },
      { to: ROUTER, data: encode('setPair', TOKEN, OTHER_TOKEN, PAIR) },
      prepareToken(TOKEN, payer),
      { to: TOKEN, data: encode('approve', ROUTER, AMOUNT) },
      { to: ROUTER, data: encode('swap', TOKEN, OTHER_TOKEN, AMOUNT, HOLDER) },
    ],
    'swap: create a pool': [{ to: ROUTER, data: encode('createPair', TOKEN, OTHER_TOKEN) }],
    'shop: sell a token for coin': [
      prepareToken(TOKEN, SHOP),
      { to: SHOP, data: encode('initialize', TOKEN, payer) },
      { to: SHOP, data: encode('buy'), callValue: 5n },
    ],
  };
}

/** Plans each call, and executes it under its limits. */
export async function planOrdinaryCalls(): Promise<readonly OrdinaryPlan[]> {
  const node = createMockNode({
    contracts: Object.entries(contracts).map(([address, code]) => ({
      address: toNode(address as Hex),
      code,
      balance: 1_000n,
      ...(address === STORAGE_PROXY && { storage: { [IMPLEMENTATION_SLOT]: TOKEN.slice(2) } }),
    })),
  });
  const client = createNodeClient({ transport: node });
  const signer = createKeySigner(node.accounts[0]?.privateKey ?? '');
  const owner = signer.address;
  const prepared = ({ to, data, callValue = 0n }: Call) => ({
    owner,
    contract: toNode(to),
    data: data.slice(2),
    callValue,
  });
  const send = (call: Call, feeLimit: bigint) =>
    sendTransaction(client, { transaction: triggerSmartContract(client, { ...prepared(call), feeLimit }), signer });
  const source: EnergySource = createEnergySource(client);
  const missing = Object.assign(new Error('not supported'), { code: 'NOT_SUPPORTED' });
  const sources: readonly EnergySource[] = [source, { ...source, estimate: () => Promise.reject(missing) }];

  const plans: OrdinaryPlan[] = [];
  for (const [name, steps] of Object.entries(ordinaryCalls(`0x${addressToHex(owner).slice(2)}`))) {
    const before = node.snapshot();
    for (const step of steps.slice(0, -1)) await send(step, 1_000_000_000n);
    const call = steps.at(-1) as Call;
    const start = node.snapshot();
    const { energyTotal } = (await send(call, 1_000_000_000n)).receipt;
    const runs = [];
    for (const source of sources) {
      node.revert(start);
      const { feeLimit, warnings } = await createFeePlanner({ source, clock: node.clock }).plan(prepared(call));
      const suffices = await send(call, feeLimit).then(
        () => true,
        (error: unknown) => (isRpcError(error, 'TRANSACTION_FAILED') ? false : Promise.reject(error)),
      );
      const isWarned = warnings.some(({ code }) => code === 'MAY_DEPEND_ON_ENERGY');
      runs.push({ above: Number((feeLimit - energyTotal * 100n) / energyTotal), isWarned, suffices });
    }
    const [searched, unsearched] = runs as [(typeof runs)[0], (typeof runs)[0]];
    plans.push({
      call: name,
      above: searched.above,
      aboveWithoutSearch: unsearched.above,
      isWarned: searched.isWarned,
      isWarnedWithoutSearch: unsearched.isWarned,
      suffices: searched.suffices && (unsearched.suffices || unsearched.isWarned),
    });
    node.revert(before);
  }
  return plans;
}
