// Only compiled: the check fails where a type differs, or a line compiles that should not.
import { type Abi } from '@coin/rpc';
import {
  decodeError,
  decodeLogs,
  decodeResult,
  encodeCall,
  encodeDeploy,
  parseAbi as parse,
  type ContractEventFilter,
} from '@coin/rpc/abi';
import { erc20Abi, parseAbi, type DecodeAbiParametersReturnType } from 'viem';
import { expectTypeOf } from 'vitest';

const abi = [
  {
    type: 'function',
    name: 'pay',
    inputs: [
      {
        name: 'orders',
        type: 'tuple[]',
        components: [
          { name: 'to', type: 'address' },
          { name: 'token', type: 'trcToken' },
          { name: 'parts', type: 'uint8[2]' },
          { name: 'pair', type: 'tuple', components: [{ type: 'address[]' }, { type: 'bytes4' }] },
        ],
      },
      { name: 'memo', type: 'string' },
    ],
    outputs: [{ type: 'bool' }],
    stateMutability: 'payable',
  },
  { type: 'function', name: 'f', inputs: [{ type: 'uint256' }], outputs: [{ type: 'address' }, { type: 'int64[]' }] },
  { type: 'function', name: 'f', inputs: [{ type: 'address' }], outputs: [{ type: 'address[2]' }] },
  { type: 'function', name: 'stop', inputs: [], outputs: [] },
  { type: 'constructor', inputs: [{ type: 'address' }, { type: 'uint8' }] },
  {
    type: 'event',
    name: 'Paid',
    inputs: [
      { name: 'to', type: 'address', indexed: true },
      { name: 'memo', type: 'string', indexed: true },
      { name: 'parts', type: 'uint8[2]', indexed: true },
      { name: 'amounts', type: 'uint256[]', indexed: false },
    ],
  },
  { type: 'event', name: 'Odd', inputs: [{ type: 'address', indexed: true }, { type: 'bool' }], anonymous: true },
  { type: 'error', name: 'Short', inputs: [{ name: 'by', type: 'uint256' }, { type: 'address' }] },
] as const;

const order = { to: 'T', token: 1n, parts: [1, 2], pair: [['T'], '0x'] } as const;
encodeCall({ abi, functionName: 'pay', args: [[order], 'memo'] });
encodeCall({ abi, functionName: 'stop' });
encodeCall({ abi, functionName: 'stop()', args: [] });
encodeCall({ abi, functionName: 'f', args: [5n] });
encodeCall({ abi, functionName: 'f', args: ['T'] });
encodeCall({ abi, functionName: 'f(address)', args: ['T'] });
encodeCall({ abi, functionName: 'pay((address,trcToken,uint8[2],(address[],bytes4))[],string)', args: [[], ''] });
encodeDeploy({ abi, args: ['T', 6] });
encodeDeploy({ abi: [abi[0]] });
// @ts-expect-error: the ABI has no such function
encodeCall({ abi, functionName: 'g', args: [] });
// @ts-expect-error: arguments are missing
encodeCall({ abi, functionName: 'pay' });
// @ts-expect-error: too many arguments
encodeCall({ abi, functionName: 'stop', args: [1n] });
// @ts-expect-error: a number for a uint256
encodeCall({ abi, functionName: 'f(uint256)', args: [5] });
// @ts-expect-error: the other function of the name
encodeCall({ abi, functionName: 'f(uint256)', args: ['T'] });
// @ts-expect-error: a number for a trcToken
encodeCall({ abi, functionName: 'pay', args: [[{ ...order, token: 1 }], 'memo'] });
// @ts-expect-error: a component is missing
encodeCall({ abi, functionName: 'pay', args: [[{ to: 'T', token: 1n, parts: [1, 2] }], 'memo'] });
// @ts-expect-error: too few arguments of a constructor
encodeDeploy({ abi, args: ['T'] });

const DATA = '';
expectTypeOf(decodeResult({ abi, functionName: 'pay', data: DATA })).toEqualTypeOf<boolean>();
expectTypeOf(decodeResult({ abi, functionName: 'stop', data: DATA })).toEqualTypeOf<undefined>();
expectTypeOf(decodeResult({ abi, functionName: 'f(uint256)', data: DATA })).toEqualTypeOf<
  readonly [string, readonly bigint[]]
>();
expectTypeOf(decodeResult({ abi, functionName: 'f(address)', data: DATA })).toEqualTypeOf<readonly [string, string]>();

const [log] = decodeLogs({ abi, logs: [{ address: 'T', topics: [''], data: DATA }] });
expectTypeOf(log?.address).toEqualTypeOf<string | undefined>();
if (log?.eventName === 'Paid')
  expectTypeOf(log.args).toEqualTypeOf<{
    readonly to: string;
    readonly memo: `0x${string}`;
    readonly parts: `0x${string}`;
    readonly amounts: readonly bigint[];
  }>();
if (log?.eventName === 'Odd') expectTypeOf(log.args).toEqualTypeOf<readonly [string, boolean]>();
if (log !== undefined && log.eventName === undefined) expectTypeOf(log.args).toEqualTypeOf<undefined>();

const error = decodeError({ abi, data: DATA });
if (error?.errorName === 'Short') expectTypeOf(error.args).toEqualTypeOf<readonly [bigint, string]>();
if (error?.errorName === 'Error') expectTypeOf(error.args).toEqualTypeOf<readonly [string]>();
if (error?.errorName === 'Panic') expectTypeOf(error.args).toEqualTypeOf<readonly [bigint]>();
expectTypeOf(error?.errorName).toEqualTypeOf<'Short' | 'Error' | 'Panic' | undefined>();

// ABIs of other libraries, and one that is only known when the program runs.
encodeCall({ abi: erc20Abi, functionName: 'transfer', args: ['T', 1n] });
const parsed = parseAbi([
  'function total() view returns (uint256)',
  'fallback() external',
  'receive() external payable',
]);
expectTypeOf(decodeResult({ abi: parsed, functionName: 'total', data: DATA })).toEqualTypeOf<bigint>();
declare const read: Abi;
encodeCall({ abi: read, functionName: 'anything', args: [1n, 'text'] });
encodeCall({ abi: read, functionName: 'anything' });
expectTypeOf(decodeResult({ abi: read, functionName: 'anything', data: DATA })).toEqualTypeOf<unknown>();
expectTypeOf(decodeLogs({ abi: read, logs: [{ topics: [], data: DATA }] })[0]?.eventName).toEqualTypeOf<
  string | undefined
>();
expectTypeOf(decodeError({ abi: read, data: DATA })?.errorName).toEqualTypeOf<string | undefined>();

// The types of abitype, which viem has, where there is no address and no token.
const every = [
  { type: 'uint48' },
  { type: 'int56' },
  { type: 'uint' },
  { type: 'bytes' },
  { type: 'bytes7[]' },
  { type: 'bool[2][]' },
  { type: 'string[][3]' },
  { type: 'int8[12]' },
  {
    type: 'tuple[2]',
    components: [
      { name: 'a', type: 'uint8' },
      { name: 'b', type: 'tuple', components: [{ type: 'bytes32' }, { name: 'c', type: 'bool' }] },
    ],
  },
] as const;
declare const values: DecodeAbiParametersReturnType<typeof every>;
const echo = [{ type: 'function', name: 'echo', inputs: every, outputs: every }] as const;
encodeCall({ abi: echo, functionName: 'echo', args: values });
expectTypeOf(decodeResult({ abi: echo, functionName: 'echo', data: DATA })).toEqualTypeOf<typeof values>();

// Human-readable signatures
expectTypeOf(
  parse([
    'function transfer(address to, uint256 amount) returns (bool)',
    'function balanceOf(address) view returns (uint256)',
    'function f()',
    'function g(uint a, int[2][] b) external pure returns (uint, int)',
    'function nested(((uint256 a, (bytes4, bool[2][]) b)[] list, string text) calldata order)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'error Short(uint256 by, address who)',
    'constructor(string name, uint8 decimals)',
  ]),
).toEqualTypeOf(
  parseAbi([
    'function transfer(address to, uint256 amount) returns (bool)',
    'function balanceOf(address) view returns (uint256)',
    'function f()',
    'function g(uint a, int[2][] b) external pure returns (uint, int)',
    'function nested(((uint256 a, (bytes4, bool[2][]) b)[] list, string text) calldata order)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'error Short(uint256 by, address who)',
    'constructor(string name, uint8 decimals)',
  ]),
);
const [{ outputs: pairs }] = parse(['function pairs() returns ((address to, bytes data)[2][])']);
expectTypeOf(pairs[0].type).toEqualTypeOf<'tuple[2][]'>();
expectTypeOf(pairs[0].components[1]).toEqualTypeOf<{ readonly type: 'bytes'; readonly name: 'data' }>();
const token = parse(['function send(trcToken id, uint8 count)', 'event Sent(address indexed to) anonymous']);
expectTypeOf(token[1].anonymous).toEqualTypeOf<true>();
encodeCall({ abi: token, functionName: 'send', args: [1n, 2] });
// @ts-expect-error -- a number for a bigint
encodeCall({ abi: token, functionName: 'send', args: [1, 2] });
const [{ inputs: payees }] = parse(['function pay(address payable[] list, address payable to, address payableTo)']);
expectTypeOf(payees).toEqualTypeOf<
  readonly [
    { readonly type: 'address[]'; readonly name: 'list' },
    { readonly type: 'address'; readonly name: 'to' },
    { readonly type: 'address'; readonly name: 'payableTo' },
  ]
>();
declare const signatures: string[];
expectTypeOf(parse(signatures)).toEqualTypeOf<Abi>();

type PaidFilter = NonNullable<ContractEventFilter<typeof abi, 'Paid'>['args']>;
expectTypeOf<PaidFilter>().toEqualTypeOf<{
  readonly to?: string | readonly string[];
  readonly memo?: `0x${string}` | readonly `0x${string}`[];
  readonly parts?: `0x${string}` | readonly `0x${string}`[];
  readonly amounts?: readonly bigint[];
}>();
