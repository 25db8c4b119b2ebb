import { int32, int64, object, plainFlag, text, type Reader } from './arguments.ts';

/** A call as a client sends it. Gas, its price and the nonce are ignored. */
export interface CallArguments {
  readonly from: string | null;
  readonly to: string | null;
  readonly gas: string | null;
  readonly gasPrice: string | null;
  readonly value: string | null;
  readonly data: string | null;
  readonly nonce: string | null;
}

export const callArguments: Reader<CallArguments | null> = object<CallArguments>(
  { from: text, to: text, gas: text, gasPrice: text, value: text, data: text, nonce: text },
  { from: `0x${'00'.repeat(20)}`, to: null, gas: '', gasPrice: '', value: '', data: null, nonce: null },
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

/** Whether an argument means no address or no data. */
export const isAbsent = (argument: string | null): boolean => argument === null || argument === '' || argument === '0x';
