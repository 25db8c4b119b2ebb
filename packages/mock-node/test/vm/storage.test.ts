import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type MemoryState, getCreate2Address, vmRules } from '../../src/vm/index.ts';
import { storagePrefix, storageRowKey } from '../../src/vm/world/storage-keys.ts';
import {
  assemble,
  callIn,
  contract,
  mainnetParameters,
  other,
  outcomeOf,
  RETURN_TOP,
  runProgram,
  topOf,
  txID,
  word,
  world,
} from '../support/vm-harness.ts';

const bytes32 = (value: bigint): Uint8Array => new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const high = (slot: bigint): bigint => (slot << 128n) + 3n;

/**
 * Runs other code in the contract of a state, keeping its storage. @returns the returned word, or else the energy used.
 */
function runIn(state: MemoryState, source: string): bigint {
  state.setCode(contract, {
    bytes: assemble(source),
    hash: new Uint8Array(createHash('sha256').update(source).digest()),
  });
  const result = outcomeOf(callIn(state));
  if (result.exception !== undefined) throw new Error(result.exception.message);
  return result.output.length === 32 ? number(result.output) : result.energyUsed;
}

const empty = (version = 0): MemoryState => world({ contracts: { [contract]: { code: assemble('STOP'), version } } });
const store = (value: bigint | number, slot: bigint | number): string => `${value} ${slot} SSTORE`;

describe('storage', () => {
  test('costs 20,000 to write an absent row and 5,000 otherwise', () => {
    const state = empty();
    const used = (source: string): bigint => runIn(state, source) - 6n;
    expect(used(store(0, 1))).toBe(5000n);
    expect(used(store(7, 1))).toBe(20_000n);
    expect(used(store(7, 1))).toBe(5000n);
    expect(used(store(0, 1))).toBe(5000n);
    // The last transaction deleted the zero row; within a transaction, a written row stays present.
    expect(used(store(8, 1))).toBe(20_000n);
    expect(used(`${store(0, 1)} ${store(9, 1)}`) - 6n).toBe(10_000n);
    expect(used(`${store(1, 2)} ${store(0, 2)} ${store(1, 2)}`) - 12n).toBe(30_000n);
    expect(used('1 SLOAD POP') + 6n).toBe(3n + 50n + 2n);
  });

  test('of version 0 shares a row between slots with equal low halves, but only across transactions', () => {
    const state = empty();
    expect(runIn(state, `${store(5, high(0n))} ${high(1n)} SLOAD ${RETURN_TOP}`)).toBe(0n);
    expect(runIn(state, `${high(1n)} SLOAD ${RETURN_TOP}`)).toBe(5n);
    expect(runIn(state, `${high(7n)} SLOAD ${RETURN_TOP}`)).toBe(5n);
    expect(runIn(state, store(6, high(9n)))).toBe(5000n + 6n);
    expect(runIn(state, `${high(0n)} SLOAD ${RETURN_TOP}`)).toBe(6n);
    const hashed = empty(1);
    runIn(hashed, store(5, high(0n)));
    expect(runIn(hashed, `${high(1n)} SLOAD ${RETURN_TOP}`)).toBe(0n);
  });

  test("keeps, of slots that share a row, the last in the order of the node's hash map", () => {
    // Arrays.hashCode of the 32 bytes, mixed and masked with 15, computed independently of the code under test.
    const bucket = (slot: bigint): number => {
      const hash = [...bytes32(slot)].reduce(
        (sum, byte) => (Math.imul(31, sum) + (byte < 128 ? byte : byte - 256)) | 0,
        1,
      );
      return (hash ^ (hash >>> 16)) & 15;
    };
    const slots = [high(0n), high(1n), high(2n), high(3n)];
    expect(new Set(slots.map(bucket)).size).toBe(4);
    for (const order of [slots, slots.toReversed()]) {
      const state = empty();
      runIn(state, order.map((slot) => store(slot >> 128n === 0n ? 100n : slot >> 128n, slot)).join(' '));
      const last = slots.toSorted((a, b) => bucket(a) - bucket(b)).at(-1)!;
      expect(runIn(state, `${high(0n)} SLOAD ${RETURN_TOP}`)).toBe(last >> 128n === 0n ? 100n : last >> 128n);
    }
  });

  test('is reverted with the frame that wrote it, and so is transient storage', () => {
    const caller = `${store(1, 1)} 3 1 TSTORE 0 0 0 0 ${word(other)} GAS DELEGATECALL POP 1 SLOAD 10 1 TLOAD MUL ADD`;
    const after = (end: string): bigint => {
      const library = `2 1 SSTORE 9 1 TSTORE 8 2 SSTORE ${end}`;
      const state = world({
        contracts: {
          [contract]: { code: assemble(`${caller} ${RETURN_TOP}`) },
          [other]: { code: assemble(library) },
        },
      });
      return number(outcomeOf(callIn(state, { energyLimit: 1_000_000n })).output);
    };
    expect(after('STOP')).toBe(92n);
    expect(after('0 0 REVERT')).toBe(31n);
    expect(topOf('4 1 SSTORE 5 1 SSTORE 6 1 SSTORE 1 SLOAD')).toBe(6n);
    const many = Array.from({ length: 100 }, (_, i) => store(i + 1, i * 7)).join(' ');
    expect(topOf(`${many} ${7 * 63} SLOAD`)).toBe(64n);
  });

  test('has row keys of half the address hash and half the slot', () => {
    const state = empty();
    runIn(state, store(5, 77));
    const key = storageRowKey(storagePrefix(contract), 0, bytes32(77n));
    expect(key).toMatch(/^[\da-f]{32}0{30}4d$/u);
    expect(state.getStorageRow({ contract, rowKey: key })).toEqual(bytes32(5n));
    runIn(state, store(0, 77));
    expect(state.getStorageRow({ contract, rowKey: key })).toBeUndefined();
  });

  test('has row keys that depend on the transaction when CREATE2 created the contract', () => {
    // Init code that stores 9 in slot 1 and returns nothing.
    const init = '0x6009600155';
    const state = world({ contracts: { [contract]: { code: assemble(`${init} 0 MSTORE 4 5 27 0 CREATE2 POP`) } } });
    outcomeOf(callIn(state));
    const created = getCreate2Address({
      deployer: contract,
      salt: bytes32(4n),
      code: new Uint8Array(Buffer.from(init.slice(2), 'hex')),
    });
    const key = (id?: Uint8Array): string => storageRowKey(storagePrefix(created, id), 0, bytes32(1n));
    expect(state.getStorageRow({ contract: created, rowKey: key(txID) })).toEqual(bytes32(9n));
    expect(state.getStorageRow({ contract: created, rowKey: key() })).toBeUndefined();
  });

  test('is cleared after the transaction when it is transient', () => {
    const state = empty();
    expect(runIn(state, `5 1 TSTORE 1 TLOAD ${RETURN_TOP}`)).toBe(5n);
    expect(runIn(state, `1 TLOAD ${RETURN_TOP}`)).toBe(0n);
    expect(runIn(state, '5 1 TSTORE 1 TLOAD POP')).toBe(3n + 3n + 100n + 3n + 100n + 2n);
  });
});

describe('memory', () => {
  const expansion = (words: number): bigint => BigInt(3 * words + Math.floor((words * words) / 512));

  test('costs 3 per word and a quadratic part, only once', () => {
    expect(runProgram('1 0x1000 MSTORE').energyUsed).toBe(6n + 1n + expansion(129));
    expect(runProgram('1 0x1000 MSTORE 2 0 MSTORE 0 MLOAD POP').energyUsed).toBe(
      6n + 1n + expansion(129) + 7n + 4n + 2n,
    );
    expect(runProgram('1 31 MSTORE8').energyUsed).toBe(6n + 1n + 3n);
    const rules = vmRules({ ...mainnetParameters, getAllowHigherLimitForMaxCpuTimeOfOneTx: 0n });
    expect(runProgram('1 0 MSTORE', { rules }).energyUsed).toBe(6n + 3n);
    expect(topOf('1 33 MSTORE MSIZE')).toBe(96n);
  });

  test('fails the frame when it exceeds 3 MiB', () => {
    const limit = 3 * 1024 * 1024;
    const energyLimit = 100_000_000n;
    expect(runProgram(`1 ${limit - 32} MSTORE`, { energyLimit }).energyUsed).toBe(7n + expansion(limit / 32));
    expect(runProgram(`1 ${limit - 31} MSTORE`, { energyLimit }).exception).toMatchObject({
      message: "Out of Memory when 'MSTORE' operation executing",
      contractResult: 'OUT_OF_MEMORY',
    });
    expect(runProgram(`1 ${2n ** 256n - 1n} SHA3`).exception?.name).toBe('OutOfMemoryException');
    expect(runProgram(`0 ${2n ** 256n - 1n} SHA3`).energyUsed).toBe(6n + 30n);
    expect(runProgram(`${2n ** 255n} 0 LOG0`).exception?.name).toBe('ArithmeticException');
    expect(runProgram(`${2n ** 40n} 0 LOG0`).exception?.message).toBe(
      `Not enough energy for 'LOG0' operation executing: opEnergy[${8n * 2n ** 40n}], programEnergy[${10_000_000n - 6n}]`,
    );
  });

  test('takes no more of the output of a precompile than was asked for, under the restriction', () => {
    const rules = vmRules({ ...mainnetParameters, getAllowTvmSelfdestructRestriction: 1n });
    const hash = BigInt(`0x${createHash('sha256').digest('hex')}`);
    const call = (size: number): string => `${size} 0 0 0 2 GAS STATICCALL POP`;
    expect(topOf(`${call(0)} MSIZE`, { rules })).toBe(0n);
    expect(topOf(`${call(40)} MSIZE`, { rules })).toBe(64n);
    expect(topOf(`${2n ** 256n - 1n} 0 MSTORE ${call(3)} 0 MLOAD`, { rules })).toBe(
      ((hash >> 232n) << 232n) | (2n ** 232n - 1n),
    );
  });

  test('grows uncharged for the whole output of a precompile', () => {
    const call = (offset: bigint | number): string => `0 ${offset} 0 0 2 GAS STATICCALL POP`;
    expect(topOf(`${call(100)} MSIZE`)).toBe(160n);
    expect(topOf(`${call(100_000_000)} MSIZE`)).toBe(100_000_032n);
    expect(runProgram(call(0x7fff_fff0)).exception).toMatchObject({
      name: 'ArithmeticException',
      message: 'integer overflow',
    });
    expect(runProgram(call(0xffff_0000)).exception).toMatchObject({
      name: 'IndexOutOfBoundsException',
      message: 'Index: -64, Size: 0',
    });
    expect(runProgram(call(0xffff_fff0)).exception?.message).toBe(
      'arraycopy: destination index -16 out of bounds for byte[1024]',
    );
    // Offsets of 2^32 and more wrap to their low 32 bits.
    expect(topOf(`${call(2n ** 32n)} 0 MLOAD`)).not.toBe(0n);
  });

  test('costs 3 per copied word, with a base of 0, 3 or 20', () => {
    const used = (source: string): bigint => runProgram(source).energyUsed;
    expect(used('33 0 0 CALLDATACOPY')).toBe(9n + 6n + 6n);
    expect(used('33 0 0 CODECOPY')).toBe(9n + 6n + 6n);
    expect(used('33 0 64 MCOPY')).toBe(9n + 3n + 6n + expansion(4));
    expect(used(`33 0 0 ${word(contract)} EXTCODECOPY`)).toBe(12n + 20n + 6n + 6n);
    expect(used('33 0 SHA3 POP')).toBe(6n + 30n + 12n + 6n + 2n);
    expect(used('1 2 33 0 LOG2')).toBe(12n + 375n * 3n + 8n * 33n + 6n);
    expect(used('0xffff 2 EXP POP')).toBe(6n + 30n + 2n);
    expect(used('0 2 EXP POP')).toBe(6n + 10n + 2n);
  });
});
