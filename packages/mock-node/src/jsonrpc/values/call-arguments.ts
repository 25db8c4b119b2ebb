import { hexFromText } from '../../json/hex-text.ts';
import { type Hex } from '../../protocol/primitives.ts';
import { invalidParams } from '../envelope/failures.ts';
import { int32, int64, object, plainFlag, text, type Reader } from './arguments.ts';

/** A call as a client sends it. Gas, its price and the nonce are ignored. */
export interface CallArguments {
  readonly from: string | null;
  readonly to: string | null;
  readonly gas: string | null;
  readonly gasPrice: string | null;
  readonly value: string | null;
  readonly data: string | null;
  /** Wins over `data`. */
  readonly input: string | null;
  readonly nonce: string | null;
}

export const callArguments: Reader<CallArguments | null> = object<CallArguments>(
  { from: text, to: text, gas: text, gasPrice: text, value: text, data: text, input: text, nonce: text },
  { from: `0x${'00'.repeat(20)}`, to: null, gas: '', gasPrice: '', value: '', data: null, input: null, nonce: null },
);

/** A transaction to build. The node fails on null in place of a number. */
export interface BuildArguments extends CallArguments {
  readonly tokenId: bigint | null;
  readonly tokenValue: bigint | null;
  readonly abi: string | null;
  readonly consumeUserResourcePercent: bigint | null;
  readonly originEnergyLimit: bigint | null;
  readonly name: string | null;
  readonly permissionId: bigint | null;
  readonly extraData: string | null;
  readonly visible: boolean;
}

export const buildArguments: Reader<BuildArguments | null> = object<BuildArguments>(
  {
    from: text,
    to: text,
    gas: text,
    gasPrice: text,
    value: text,
    data: text,
    input: text,
    nonce: text,
    tokenId: int64,
    tokenValue: int64,
    abi: text,
    consumeUserResourcePercent: int64,
    originEnergyLimit: int64,
    name: text,
    permissionId: int32,
    extraData: text,
    visible: plainFlag,
  },
  {
    from: null,
    to: null,
    gas: '0x0',
    gasPrice: '',
    value: null,
    data: null,
    input: null,
    nonce: '',
    tokenId: 0n,
    tokenValue: 0n,
    abi: '',
    consumeUserResourcePercent: 0n,
    originEnergyLimit: 0n,
    name: '',
    permissionId: 0n,
    extraData: '',
    visible: false,
  },
);

const strictHex = /^(0x([0-9a-fA-F]{2})*)?$/;

/** The bytes of a call: `input` in strict hexadecimal, or else `data`; empty for neither. @throws MethodError */
export function readCallData({ input, data }: Pick<CallArguments, 'input' | 'data'>): Hex {
  if (input !== null && !strictHex.test(input)) throw invalidParams('invalid hex string for "input"');
  const bytes = hexFromText(data ?? '');
  if (bytes === undefined) throw invalidParams('invalid hex string for "data"');
  return input === null ? bytes : input.slice(2).toLowerCase();
}

/** Whether an argument means no address or no data. */
export const isAbsent = (argument: string | null): boolean => argument === null || argument === '' || argument === '0x';
