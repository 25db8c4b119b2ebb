import { functionSelectorHex, type CallInput } from '@coin/rpc';
import {
  argumentInvalid,
  bigintArgument,
  hexArgument,
  int64Argument,
  integerArgument,
  listArgument,
  objectArgument,
  optionalTextArgument,
  strictArgument,
  wordArgument,
} from '../../arguments.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { type CallIntent, type OutboxIntent } from './outbox-intent.ts';
import { addressArgument, rpcArgument } from './rpc-argument.ts';

/** Checks a field of an intent, and returns it in the form that is stored; undefined for what can be left out. */
type FieldArgument = (argument: string, value: never) => unknown;

const amount: FieldArgument = (argument, value) => int64Argument(argument, value, { min: 1n });
const feeLimit: FieldArgument = (argument, value) => (value === undefined ? undefined : int64Argument(argument, value));
const memo: FieldArgument = (argument, value) => optionalTextArgument(argument, value) || undefined;
const resource: FieldArgument = (argument, value) => wordArgument<string>(argument, value, ['BANDWIDTH', 'ENERGY']);

const MAX_UINT256 = 2n ** 256n - 1n;

function tokenId(argument: string, value: string): string {
  if (typeof value !== 'string' || !/^[1-9]\d{0,18}$/.test(value))
    throw argumentInvalid(argument, value, 'the id of a TRC-10 token in digits, as in 1000001');
  return value;
}

const votes: FieldArgument = (argument, value) =>
  listArgument<{ address: string; count: bigint }>(argument, value).map((vote) => {
    const { address, count } = strictArgument(argument, vote, ['address', 'count']);
    return { address: addressArgument('address', address), count: int64Argument('count', count, { min: 1n }) };
  });

/** The fields of each kind but `call`, besides those of all kinds, in the order in which they are stored. */
const FIELDS: Readonly<Record<Exclude<OutboxIntent['kind'], 'call'>, Readonly<Record<string, FieldArgument>>>> = {
  transfer: { to: addressArgument, amount, memo },
  'transfer-asset': { to: addressArgument, tokenId, amount, memo },
  'transfer-token': {
    token: addressArgument,
    to: addressArgument,
    amount: (argument, value) => bigintArgument(argument, value, { min: 1n, max: MAX_UINT256 }),
    feeLimit,
    memo,
  },
  stake: { amount, resource },
  unstake: { amount, resource },
  delegate: {
    receiver: addressArgument,
    amount,
    resource,
    lockBlocks: (argument, value) => (value === undefined ? undefined : integerArgument(argument, value, { min: 1 })),
  },
  undelegate: { receiver: addressArgument, amount, resource },
  vote: { votes },
  'withdraw-reward': {},
  'withdraw-unstaked': {},
};

/** Which function is called, in the form that is stored. */
function inputArgument({ data, functionSelector, parameter }: Pick<CallIntent, keyof CallInput>) {
  if (data !== undefined) {
    if (functionSelector !== undefined) throw argumentInvalid('data', 'given with functionSelector', 'given alone');
    return { data: hexArgument('data', data) };
  }
  // Its hash is not needed, but anything else than a signature throws.
  const signature = functionSelector as string;
  rpcArgument('functionSelector', signature, () => functionSelectorHex(signature));
  const words = hexArgument('parameter', parameter ?? '');
  if (words.length % 64 !== 0) throw argumentInvalid('parameter', parameter, 'whole words of 32 bytes in hex');
  return { functionSelector: signature, parameter: words };
}

const CALL = [
  'kind',
  'owner',
  'contract',
  'callValue',
  'data',
  'functionSelector',
  'parameter',
  'feeLimit',
  'memo',
  'permissionId',
] as const satisfies readonly (keyof CallIntent)[];

function callArgument(intent: CallIntent): OutboxIntent {
  const given = strictArgument('intent', intent, CALL);
  const { kind, owner, contract, callValue = 0n, permissionId } = given;
  return omitUndefined({
    kind,
    owner: addressArgument('owner', owner),
    contract: addressArgument('contract', contract),
    callValue: int64Argument('callValue', callValue) || undefined,
    ...inputArgument(given),
    feeLimit: feeLimit('feeLimit', given.feeLimit as never) as bigint | undefined,
    memo: memo('memo', given.memo as never) as string | undefined,
    permissionId: permissionArgument(permissionId),
  });
}

function permissionArgument(permissionId = 0): number | undefined {
  return integerArgument('permissionId', permissionId, { max: 9 }) || undefined;
}

/** A checked intent in the one form in which it is stored and compared. */
export function intentArgument(intent: OutboxIntent): OutboxIntent {
  const { kind } = objectArgument('intent', intent, ['kind']);
  wordArgument<string>('intent.kind', kind, [...Object.keys(FIELDS), 'call']);
  if (kind === 'call') return callArgument(intent as CallIntent);
  const fields = FIELDS[kind];
  const names = ['kind', 'owner', ...Object.keys(fields), 'permissionId'];
  const given: Readonly<Record<string, unknown>> = strictArgument('intent', intent, names as never);
  const { owner, permissionId } = given as unknown as OutboxIntent;
  const checked = Object.entries(fields).map(([name, check]) => [name, check(name, given[name] as never)]);
  return omitUndefined({
    kind,
    owner: addressArgument('owner', owner),
    ...Object.fromEntries(checked),
    permissionId: permissionArgument(permissionId),
  }) as OutboxIntent;
}
