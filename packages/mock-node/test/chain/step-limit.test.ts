import { describe, expect, test } from 'vitest';
import { createMockNode, type MockNode, type MockNodeOptions } from '../../src/index.ts';
import { toBase58 } from '../../src/protocol/address.ts';
import { DEFAULT_STEP_LIMIT } from '../../src/vm/code/step-costs.ts';
import { execute, vmRules, type ExecutionOutcome } from '../../src/vm/index.ts';
import { broadcastSigned } from '../support/broadcast-signed.ts';
import { post } from '../support/post.ts';
import {
  assemble,
  alice,
  block,
  contract,
  mainnetParameters,
  other,
  txID,
  word,
  world,
} from '../support/vm-harness.ts';

const rules = vmRules({ ...mainnetParameters, getAllowTvmCompatibleEvm: 1n, getAllowTvmOsaka: 1n });
const BIG = `0x${'f3'.repeat(32)}`;
const ODD = `0x${'9d'.repeat(31)}07`;
const words = (...values: readonly string[]): string => values.map((value, i) => `${value} ${32 * i} MSTORE`).join(' ');
const many = (count: number): readonly string[] => Array.from({ length: count }, () => BIG);
const pair = [
  '1',
  '2',
  '0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2',
  '0x1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed',
  '0x090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b',
  '0x12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa',
];
const SIGNER = '0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
/** The generator of secp256r1. */
const p256Point = [
  '0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  '0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
];
const signature = ['1', '32', '65', SIGNER, '5', `0x1b${'00'.repeat(31)}`];

/** The instructions of a program before its loop and in it. */
interface Loop {
  readonly before?: string;
  readonly round: string;
}

const kinds: Readonly<Record<string, Loop>> = {
  jumps: { round: '@next JUMP :next' },
  'hashes of a megabyte': { round: '1048576 0 SHA3 POP' },
  'hashes of nothing': { round: '0 0 SHA3 POP' },
  'calls of nobody': { round: `0 0 0 0 0 0x${'ee'.repeat(20)} 0 CALL POP` },
  'calls with a megabyte': { round: `0 0 1048576 0 0 0x${'ee'.repeat(20)} 0 CALL POP` },
  'calls of a contract': { round: `0 0 0 0 ${word(other)} 10000 STATICCALL POP` },
  creations: { round: '0 0 0 CREATE POP' },
  'creations with 128 kB of code': { round: '131072 0 0 CREATE POP' },
  'creations with a salt': { before: '0', round: '1 ADD DUP1 0 0 0 CREATE2 POP' },
  ecrecover: {
    before: `${words('0x1111', '27', SIGNER)} 0`,
    round: '1 ADD DUP1 96 MSTORE 0 0 128 0 1 10000 STATICCALL POP',
  },
  sha256: { round: '0 0 1048576 0 2 1000000 STATICCALL POP' },
  'sha256 of a sha256': { round: '0 0 1048576 0 3 9000000 STATICCALL POP' },
  ripemd160: { round: '0 0 1048576 0 0x20003 9000000 STATICCALL POP' },
  identity: { round: '0 0 1048576 0 4 1000000 STATICCALL POP' },
  modexp: {
    before: words('256', '256', '256', ...many(23), ODD),
    round: '0 0 864 0 5 9000000 STATICCALL POP',
  },
  'modexp with a long exponent': {
    before: words('1', '4096', '1', ...many(130)),
    round: '0 0 4194 0 5 9000000 STATICCALL POP',
  },
  'bn254 additions': { before: words('1', '2', '1', '2'), round: '0 0 128 0 6 10000 STATICCALL POP' },
  'bn254 multiplications': {
    before: words('1', '2', BIG),
    round: '1 0 MSTORE 2 32 MSTORE 0 512 96 0 7 10000 STATICCALL POP',
  },
  'bn254 pairings': { before: words(...pair), round: '0 512 192 0 8 100000 STATICCALL POP' },
  blake2f: {
    before: '1 212 MSTORE8',
    round: '0x000186a0 224 SHL 0 MSTORE 0 512 213 0 0x20009 1000000 STATICCALL POP',
  },
  validateBatchSign: {
    before: words('7', '96', '288', ...signature, '1', word(alice)),
    round: '0 512 352 0 9 10000 STATICCALL POP',
  },
  p256Verify: {
    before: `${words('1', '2', '3', ...p256Point)} 0`,
    round: '1 ADD DUP1 0 MSTORE 0 512 160 0 0x100 10000 STATICCALL POP',
  },
  'calls of itself': { round: '0 0 0 0 ADDRESS GAS STATICCALL POP' },
  'calls of itself without end': { round: '0 0 0 0 0 ADDRESS 50 GAS SUB CALL POP' },
};

const endless = ({ before = '', round }: Loop): Uint8Array => assemble(`${before} :loop ${round} @loop JUMP`);

function run(
  code: Uint8Array,
  options: { readonly energyLimit: bigint; readonly stepLimit?: number; readonly onStep?: () => void },
): ExecutionOutcome {
  const state = world({ contracts: { [contract]: { code, balance: 1000n }, [other]: { code: assemble('STOP') } } });
  const message = { kind: 'call', caller: alice, to: contract, data: new Uint8Array(0), txID } as const;
  const result = execute({ state, rules, block, message, effects: 'discard', ...options });
  if (result.status === 'rejected') throw new Error(result.message);
  return result;
}

describe('an execution', () => {
  test.each(Object.entries(kinds))('that loops over %s ends at the step limit', (_, kind) => {
    const stepLimit = DEFAULT_STEP_LIMIT / 50;
    const energyLimit = 10n ** 15n;
    const result = run(endless(kind), { energyLimit, stepLimit });
    expect(result).toMatchObject({ contractResult: 'OUT_OF_TIME', energyUsed: energyLimit });
    expect(result.exception?.message).toMatch(/^CPU timeout for '\w+' operation executing$/);
  });
});

const hex = (code: Uint8Array): string => Buffer.from(code).toString('hex');
const multiSign: Loop = {
  before: words(word(alice), '0', '7', '128', ...signature),
  round: '0 512 320 0 10 10000 STATICCALL POP',
};
/** 20 recoveries of a signer, 2.6 million steps, and a little more energy than 60,000. */
const { before = '', round } = kinds['ecrecover']!;
const slow = assemble(`${before} ${`${round} `.repeat(20)} STOP`);

function openWith(code: Uint8Array, options: MockNodeOptions = {}): MockNode {
  const node = createMockNode({ contracts: [{ address: contract, code: hex(code) }], ...options });
  node.setBalance(alice, 1n);
  return node;
}

type Json = Readonly<Record<string, unknown>>;

async function send(node: MockNode): Promise<{ readonly id: string; readonly answer: Json }> {
  const { address, privateKey } = node.accounts[0]!;
  const call = { owner_address: address, contract_address: toBase58(contract), function_selector: 'f()' };
  const request = { ...call, fee_limit: 100_000_000, visible: true };
  const { transaction } = (await post(node, '/wallet/triggersmartcontract', request)) as {
    transaction: { txID: string };
  };
  const answer = (await broadcastSigned(node, transaction, privateKey)) as Json;
  return { id: transaction.txID, answer };
}

const infoOf = async (node: MockNode, value: string): Promise<Json> =>
  (await post(node, '/wallet/gettransactioninfobyid', { value })) as Json;

describe('a node', () => {
  const call = { owner_address: alice, contract_address: contract, data: '00' };
  const timeout = /^class org\.tron\.core\.vm\.program\.Program\$OutOfTimeException : CPU timeout for '\w+' operation/;

  test.each([
    ['triggerconstantcontract', 'ecrecover', kinds['ecrecover']!],
    ['estimateenergy', 'ecrecover', kinds['ecrecover']!],
    ['triggerconstantcontract', 'validateMultiSign', multiSign],
  ])('answers %s of endless %s as one that is out of time', async (endpoint, _, kind) => {
    const node = openWith(endless(kind), { stepLimit: 3_000_000 });
    const { result } = (await post(node, `/wallet/${endpoint}`, call)) as { result: { code: string; message: string } };
    expect(result.code).toBe('OTHER_ERROR');
    expect(Buffer.from(result.message, 'hex').toString()).toMatch(timeout);
  });

  test('is unlimited if an option says so', async () => {
    const limited = openWith(slow, { stepLimit: 700_000 });
    expect(await post(limited, '/wallet/triggerconstantcontract', call)).toMatchObject({
      result: { code: 'OTHER_ERROR' },
    });
    const free = openWith(slow, { stepLimit: 'unlimited' });
    expect(await post(free, '/wallet/triggerconstantcontract', call)).toMatchObject({ result: { result: true } });
  });

  test('includes a transaction that runs out of time, and charges all its energy', async () => {
    const node = openWith(slow, { stepLimit: 700_000 });
    const { id } = await send(node);
    expect(await infoOf(node, id)).toMatchObject({ result: 'FAILED', receipt: { result: 'OUT_OF_TIME' } });
  });

  test('imports a block with any number of steps', async () => {
    const maker = openWith(slow);
    const taker = openWith(slow, { stepLimit: 700_000 });
    const { id } = await send(maker);
    const head = await maker.fetch('http://node/wallet/getnowblock');
    taker.importBlock(await head.text());
    expect(await infoOf(taker, id)).toEqual(await infoOf(maker, id));
    expect(await infoOf(taker, id)).toMatchObject({ receipt: { result: 'SUCCESS' } });
  });

  test.each([0, -1, 1.5, Number.NaN, 'none'])('rejects the step limit %s', (stepLimit) => {
    expect(() => createMockNode({ stepLimit: stepLimit as number })).toThrow(
      /^Invalid stepLimit ".*": it must be an integer of 1 or more/,
    );
  });
});
