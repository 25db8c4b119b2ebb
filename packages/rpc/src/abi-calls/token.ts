import { formatUnits, parseUnits, type Address, type FormatOptions, type ParseOptions } from '@coin/units';
import { readAbiType } from '../abi/abi-type.ts';
import { encodeValue } from '../abi/encode-value.ts';
import { parseAbi } from '../abi/parse-abi.ts';
import { toAddress } from '../address/address.ts';
import { argumentInvalid, rejectUnknown } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { triggerConstantContract } from '../endpoints/trigger-constant-contract.ts';
import { RpcError } from '../errors.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';
import { readContract } from './read-contract.ts';
import { decodeAnswer } from './typed-call.ts';
import {
  SEND_CALL_ARGS,
  writeContract,
  type SendCallArgs,
  type WriteContractOptions,
  type WrittenContract,
} from './write-contract.ts';

/** The interface of TRC-20 tokens. Source: TIP-20. */
export const trc20Abi = /* @__PURE__ */ parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address owner) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
]);

/** A TRC-20 token. Amounts are in the token's smallest units. */
export interface Token {
  readonly address: Address;
  /** The token's name, for people: anyone can choose any name. */
  readonly name: (options?: ReadStateOptions) => Promise<string>;
  /** The token's symbol, for people: anyone can choose any symbol. */
  readonly symbol: (options?: ReadStateOptions) => Promise<string>;
  /** The token's number of decimals, 0 to 255; read once. */
  readonly decimals: (options?: ReadStateOptions) => Promise<number>;
  readonly totalSupply: (options?: ReadStateOptions) => Promise<bigint>;
  readonly balanceOf: (owner: string, options?: ReadStateOptions) => Promise<bigint>;
  /** The amount that `spender` may still take from `owner`. */
  readonly allowance: (
    args: { readonly owner: string; readonly spender: string },
    options?: ReadStateOptions,
  ) => Promise<bigint>;
  /** An amount in tokens, as in `1.5`, in smallest units. Takes the options of `parseUnits`, such as a locale. */
  readonly parseAmount: (text: string, options?: ReadStateOptions & ParseOptions) => Promise<bigint>;
  /** An amount of smallest units in tokens, exactly by default. Takes the options of `formatUnits`, such as a locale. */
  readonly formatAmount: (amount: bigint, options?: ReadStateOptions & FormatOptions) => Promise<string>;
  /** Sends tokens. */
  readonly transfer: (
    args: SendCallArgs & { readonly to: string; readonly amount: bigint },
    options?: WriteContractOptions,
  ) => Promise<WrittenContract<typeof trc20Abi>>;
  /** Sends tokens of `from`, up to its allowance for the sender. */
  readonly transferFrom: (
    args: SendCallArgs & { readonly from: string; readonly to: string; readonly amount: bigint },
    options?: WriteContractOptions,
  ) => Promise<WrittenContract<typeof trc20Abi>>;
  /** Allows `spender` to take up to `amount`. */
  readonly approve: (
    args: SendCallArgs & { readonly spender: string; readonly amount: bigint },
    options?: WriteContractOptions,
  ) => Promise<WrittenContract<typeof trc20Abi>>;
}

/** A token may fail without reverting; then it moves nothing, so it logs no transfer. */
function requireTransfer(receipt: WrittenContract<typeof trc20Abi>, token: Address): WrittenContract<typeof trc20Abi> {
  if (receipt.logs.some(({ address, eventName }) => address === token && eventName === 'Transfer')) return receipt;
  const { txID, result, contractResult: data, fee } = receipt;
  const reason = 'the contract did not revert, but logged no transfer';
  throw new RpcError('TRANSACTION_FAILED', { txID, result, reason, data, fee });
}

const checkAmount = (amount: bigint) => void encodeValue('amount', readAbiType({ type: 'uint256' }), amount);

/** The text of 32 bytes, as early tokens return it. */
function shortText(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

/**
 * A TRC-20 token, without an ABI: reads balances and sends tokens. Each read is one request.
 *
 * A transfer counts only with its event, because some tokens return `false` for a failure and others for a success.
 *
 * Source: TIP-20.
 *
 * @param client - the client of the token's network
 * @param address - the token's contract: base58check or 41-hex
 * @returns functions that throw as `readContract` and `writeContract` do; `transfer` and `transferFrom` also throw
 * `TRANSACTION_FAILED` when the contract ended without an error but moved nothing; `parseAmount` and `formatAmount`
 * throw `ARGUMENT_INVALID`, whose `cause` is the error of `@coin/units`
 * @throws `ADDRESS_INVALID`
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { token } from '@coin/rpc/abi';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const usdt = token(client, '41c6db017de6cab42c3d4a69e32b71ade602ebce83');
 * usdt.address; // => 'TU6f9qGifVvKMTFHJSnTwijatVDFRbhr3V'
 * ```
 */
export function token(client: NodeClient, address: string): Token {
  const contract = toAddress(address);
  const at = { abi: trc20Abi, address: contract } as const;
  let decimals: number | undefined;

  const readText = async (functionName: 'name' | 'symbol', options?: ReadStateOptions): Promise<string> => {
    const call = { owner: contract, contract, functionSelector: `${functionName}()` };
    const { constantResult: data } = await triggerConstantContract(client, call, options);
    if (data.length === 64) return shortText(data);
    return decodeAnswer(client, { abi: trc20Abi, functionName, data });
  };
  const readDecimals = async (options?: ReadStateOptions): Promise<number> =>
    (decimals ??= await readContract(client, { ...at, functionName: 'decimals' }, options));

  /** Converts an amount with a function of `@coin/units` and the token's decimals. */
  async function convert<T>(
    argument: string,
    value: unknown,
    apply: (places: number) => T,
    options?: ReadStateOptions,
  ): Promise<T> {
    const places = await readDecimals(options);
    try {
      return apply(places);
    } catch (cause) {
      const expected = `an amount of a token with ${places} decimals`;
      throw argumentInvalid(argument, value, expected, { cause });
    }
  }

  return {
    address: contract,
    name: (options) => readText('name', options),
    symbol: (options) => readText('symbol', options),
    decimals: readDecimals,
    totalSupply: (options) => readContract(client, { ...at, functionName: 'totalSupply' }, options),
    balanceOf: (owner, options) => readContract(client, { ...at, functionName: 'balanceOf', args: [owner] }, options),
    async allowance(args, options) {
      const { owner, spender } = args;
      return readContract(client, { ...at, functionName: 'allowance', args: [owner, spender] }, options);
    },
    parseAmount(text, options = {}) {
      const { signal, timeoutMs, retries, state, ...parsing } = options;
      const read = omitUndefined({ signal, timeoutMs, retries, state });
      return convert('text', text, (places) => parseUnits(text, places, parsing), read);
    },
    formatAmount(amount, options = {}) {
      const { signal, timeoutMs, retries, state, ...formatting } = options;
      const read = omitUndefined({ signal, timeoutMs, retries, state });
      return convert('amount', amount, (places) => formatUnits(amount, places, formatting), read);
    },
    async transfer(args, options) {
      rejectUnknown(args, ['to', 'amount', ...SEND_CALL_ARGS]);
      const { to, amount, ...sending } = args;
      checkAmount(amount);
      const call = { ...at, functionName: 'transfer', args: [to, amount] } as const;
      return requireTransfer(await writeContract(client, { ...sending, ...call }, options), contract);
    },
    async transferFrom(args, options) {
      rejectUnknown(args, ['from', 'to', 'amount', ...SEND_CALL_ARGS]);
      const { from, to, amount, ...sending } = args;
      checkAmount(amount);
      const call = { ...at, functionName: 'transferFrom', args: [from, to, amount] } as const;
      return requireTransfer(await writeContract(client, { ...sending, ...call }, options), contract);
    },
    async approve(args, options) {
      rejectUnknown(args, ['spender', 'amount', ...SEND_CALL_ARGS]);
      const { spender, amount, ...sending } = args;
      checkAmount(amount);
      const call = { ...at, functionName: 'approve', args: [spender, amount] } as const;
      return writeContract(client, { ...sending, ...call }, options);
    },
  };
}
