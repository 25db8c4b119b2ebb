import { describe, expect, test } from 'vitest';
import { type TraceStep, type VmRules, instructionName, instructionTable, vmRules } from '../../src/vm/index.ts';
import { catchUpEnergyState } from '../../src/vm/world/dynamic-energy.ts';
import {
  assemble,
  callIn,
  contract,
  mainnetParameters,
  osaka,
  osakaParameters,
  other,
  outcomeOf,
  runProgram,
  word,
  world,
} from '../support/vm-harness.ts';

const names = (rules: VmRules): string[] => instructionTable(rules).flatMap((instruction) => instruction?.name ?? []);

describe('instructions', () => {
  test.each([
    ['getAllowTvmTransferTrc10', ['CALLTOKEN', 'TOKENBALANCE', 'CALLTOKENVALUE', 'CALLTOKENID']],
    ['getAllowTvmConstantinople', ['SHL', 'SHR', 'SAR', 'EXTCODEHASH', 'CREATE2']],
    ['getAllowTvmSolidity059', ['ISCONTRACT']],
    ['getAllowTvmIstanbul', ['CHAINID', 'SELFBALANCE']],
    ['getAllowTvmVote', ['VOTEWITNESS', 'WITHDRAWREWARD']],
    ['getAllowTvmLondon', ['BASEFEE']],
    [
      'getUnfreezeDelayDays',
      [
        'FREEZEBALANCEV2',
        'UNFREEZEBALANCEV2',
        'CANCELALLUNFREEZEV2',
        'WITHDRAWEXPIREUNFREEZE',
        'DELEGATERESOURCE',
        'UNDELEGATERESOURCE',
      ],
    ],
    ['getAllowTvmShangHai', ['PUSH0']],
    ['getAllowTvmCancun', ['TLOAD', 'TSTORE', 'MCOPY']],
    ['getAllowTvmBlob', ['BLOBHASH', 'BLOBBASEFEE']],
    ['getAllowTvmOsaka', ['CLZ']],
  ])('%s enables %j', (parameter, enabled) => {
    const without = names(vmRules({ ...osakaParameters, [parameter]: 0n }));
    expect(
      names(osaka)
        .filter((name) => !without.includes(name))
        .toSorted(),
    ).toEqual([...enabled].toSorted());
    const first = enabled[0]!;
    const code = instructionTable(osaka).findIndex((instruction) => instruction?.name === first);
    const { exception } = runProgram(`1 1 1 1 1 1 1 1 #${code.toString(16)}`, {
      rules: vmRules({ ...osakaParameters, [parameter]: 0n }),
    });
    expect(exception).toMatchObject({
      message: `Invalid operation code: opCode[${code.toString(16)}];`,
      contractResult: 'ILLEGAL_OPERATION',
    });
  });

  test('have names, even opcodes without an instruction', () => {
    expect([0x00, 0x20, 0x63, 0x83, 0x9f, 0xa4, 0xff].map(instructionName)).toEqual([
      'STOP',
      'SHA3',
      'PUSH4',
      'DUP4',
      'SWAP16',
      'LOG4',
      'SUICIDE',
    ]);
    expect(instructionName(0x0c)).toBe('0x0c');
  });
});

describe('failed programs', () => {
  test.each([
    ['ADD', 'STACK_TOO_SMALL', 'Expected stack size 2 but actual 0;'],
    ['3 JUMP', 'BAD_JUMP_DESTINATION', "Operation with pc isn't 'JUMPDEST': PC[3];"],
    [`${2n ** 32n} JUMP`, 'BAD_JUMP_DESTINATION', "Operation with pc isn't 'JUMPDEST': PC[-1];"],
    [`${2n ** 31n} JUMP`, 'BAD_JUMP_DESTINATION', "Operation with pc isn't 'JUMPDEST': PC[-2147483648];"],
    [`1 ${2n ** 200n} JUMPI`, 'BAD_JUMP_DESTINATION', "Operation with pc isn't 'JUMPDEST': PC[-1];"],
    ['#615b00 1 JUMP', 'BAD_JUMP_DESTINATION', "Operation with pc isn't 'JUMPDEST': PC[1];"],
    ['#fe', 'ILLEGAL_OPERATION', 'Invalid operation code: opCode[fe];'],
    [':again 1 @again JUMP', 'STACK_TOO_LARGE', 'Expected: overflow 1024 elements stack limit'],
    [
      '1 0 0 RETURNDATACOPY',
      'UNKNOWN',
      `Illegal RETURNDATACOPY arguments: offset (${'0'.repeat(64)}) + size (${'1'.padStart(64, '0')}) > RETURNDATASIZE (0)`,
    ],
  ])('%s fails with %s', (source, contractResult, message) => {
    const { exception, energyUsed } = runProgram(source);
    expect(exception).toMatchObject({ contractResult, message });
    expect(exception?.className).toMatch(/^org\.tron\.core\.vm\.program\.Program\$/u);
    expect(energyUsed).toBe(10_000_000n);
  });

  test('fail when their frame has more than 1,024 stack elements', () => {
    const push = '1 '.repeat(1024);
    expect(runProgram(push).status).toBe('success');
    expect(runProgram(`${push} 1`).contractResult).toBe('STACK_TOO_LARGE');
    expect(runProgram(`${push} DUP1`).contractResult).toBe('STACK_TOO_LARGE');
    expect(runProgram(`${push} SWAP16 POP`).status).toBe('success');
    const state = world({
      contracts: {
        [contract]: { code: assemble(`${'1 '.repeat(1000)} 0 0 0 0 0 ${word(other)} GAS CALL 0 MSTORE 32 0 RETURN`) },
        [other]: { code: assemble(push) },
      },
    });
    expect(outcomeOf(callIn(state)).output[31]).toBe(1);
  });

  test('run out of energy at the instruction that exceeds the limit', () => {
    const program = '1 2 ADD 3 MUL POP';
    const needed = 3n + 3n + 3n + 3n + 5n + 2n;
    expect(runProgram(program, { energyLimit: needed }).status).toBe('success');
    const messages = Array.from(
      { length: Number(needed) },
      (_, limit) => runProgram(program, { energyLimit: BigInt(limit) }).exception?.message,
    );
    expect(
      messages.map((message) =>
        message
          ?.match(/'(\w+)'.*curOpEnergy\[(\d+)\].*usedEnergy\[(\d+)\]/u)
          ?.slice(1)
          .join(' '),
      ),
    ).toEqual([
      ...Array<string>(3).fill('PUSH1 3 0'),
      ...Array<string>(3).fill('PUSH1 3 3'),
      ...Array<string>(3).fill('ADD 3 6'),
      ...Array<string>(3).fill('PUSH1 3 9'),
      ...Array<string>(5).fill('MUL 5 12'),
      ...Array<string>(2).fill('POP 2 17'),
    ]);
  });

  test('run out of time when all frames together exceed the step limit', () => {
    const state = world({
      contracts: {
        [contract]: { code: assemble(`0 0 0 0 0 ${word(other)} 1000 CALL 1 1 SSTORE`) },
        [other]: { code: assemble(':again @again JUMP') },
      },
    });
    const before = state.snapshot();
    const result = outcomeOf(callIn(state, { stepLimit: 900 }));
    expect(result).toMatchObject({
      contractResult: 'OUT_OF_TIME',
      energyUsed: 10_000_000n,
      exception: { message: "CPU timeout for 'JUMP' operation executing" },
    });
    expect(state.snapshot()).toBe(before);
  });
});

describe('dynamic energy', () => {
  const runWithFactor = (factor: bigint, source: string, energyLimit = 10_000_000n) => {
    const state = world({
      contracts: {
        [contract]: {
          code: assemble(source),
          energyState: { energyUsage: 7n, energyFactor: factor, updateCycle: 500n },
        },
      },
    });
    return { state, result: outcomeOf(callIn(state, { energyLimit })) };
  };

  test('rounds the penalty of each instruction down', () => {
    const source = '1 2 ADD POP 1 1 SSTORE';
    const of = (energy: bigint, factor: bigint): bigint => (energy * (10_000n + factor)) / 10_000n - energy;
    for (const factor of [1n, 2000n, 2500n, 3400n, 34_000n]) {
      const penalty = of(3n, factor) * 5n + of(2n, factor) + of(20_000n, factor);
      const { result, state } = runWithFactor(factor, source);
      expect([result.energyPenalty, result.energyUsed]).toEqual([penalty, 20_017n + penalty]);
      expect(state.getContractEnergyState(contract)).toEqual({
        energyUsage: 7n + 20_017n,
        energyFactor: factor,
        updateCycle: 500n,
      });
    }
  });

  test('rounds the penalty of a memory instruction once, expansion included', () => {
    const { result } = runWithFactor(2500n, '1 0x400 MSTORE');
    const memory = 1n + 3n * 33n + 2n;
    expect(result.energyPenalty).toBe((memory * 12_500n) / 10_000n - memory);
  });

  test('names the penalty when energy runs out', () => {
    expect(runWithFactor(34_000n, '1', 12n).result.exception?.message).toBe(
      "Not enough energy for 'PUSH1' operation executing: curInvokeEnergyLimit[12], curOpEnergy[3], penaltyEnergy[10], usedEnergy[0]",
    );
  });

  test('does not count precompiles or forwarded energy as usage', () => {
    const { state, result } = runWithFactor(0n, '0 0 0 0 2 500 STATICCALL POP');
    expect(result.energyUsed).toBe(18n + 40n + 60n + 2n);
    expect(state.getContractEnergyState(contract)?.energyUsage).toBe(7n + 18n + 40n + 2n);
  });

  test('charges a library under the factor of the contract that delegates to it', () => {
    const state = world({
      contracts: {
        [contract]: {
          code: assemble(`0 0 0 0 ${word(other)} GAS DELEGATECALL`),
          energyState: { energyUsage: 0n, energyFactor: 10_000n, updateCycle: 500n },
        },
        [other]: { code: assemble('1 1 SSTORE') },
      },
    });
    const { energyPenalty } = outcomeOf(callIn(state));
    expect(energyPenalty).toBe(15n + 2n + 40n + 6n + 20_000n);
    expect(state.getContractEnergyState(other)).toBeUndefined();
  });

  test('keeps no usage of a failed call, but the penalty of a failed frame', () => {
    const { state, result } = runWithFactor(10_000n, '1 1 SSTORE 0 0 REVERT');
    expect(result.energyPenalty).toBe(20_012n);
    expect(state.getContractEnergyState(contract)?.energyUsage).toBe(7n);
    const outer = world({
      contracts: {
        [contract]: { code: assemble(`0 0 0 0 0 ${word(other)} GAS CALL`) },
        [other]: {
          code: assemble('1 1 SSTORE 0 0 REVERT'),
          energyState: { energyUsage: 0n, energyFactor: 10_000n, updateCycle: 500n },
        },
      },
    });
    expect(outcomeOf(callIn(outer)).energyPenalty).toBe(20_012n);
  });

  test('increases the factor once above the threshold and decreases it for every cycle since', () => {
    const rules = { threshold: 100n, increaseFactor: 2000n, maxFactor: 34_000n };
    const factors = (usage: bigint, from: bigint, cycles: readonly bigint[]): bigint[] =>
      cycles.map(
        (cycle) =>
          catchUpEnergyState({ energyUsage: usage, energyFactor: from, updateCycle: 10n }, cycle, rules).energyFactor,
      );
    expect(factors(101n, 0n, [11n, 12n, 13n, 14n, 15n])).toEqual([2000n, 1400n, 830n, 288n, 0n]);
    expect(factors(100n, 34_000n, [11n, 12n, 13n, 14n])).toEqual([31_800n, 29_710n, 27_724n, 25_838n]);
    expect(factors(101n, 32_996n, [11n])).toEqual([34_000n]);
    expect(catchUpEnergyState({ energyUsage: 9n, energyFactor: 5n, updateCycle: 0n }, 3n, rules)).toEqual({
      energyUsage: 0n,
      energyFactor: 0n,
      updateCycle: 3n,
    });
    expect(catchUpEnergyState(undefined, 3n, rules).updateCycle).toBe(3n);
    expect(catchUpEnergyState({ energyUsage: 9n, energyFactor: 5n, updateCycle: 4n }, 3n, rules).energyFactor).toBe(0n);
  });

  test('charges no penalty when its parameter is 0', () => {
    const state = world({
      contracts: {
        [contract]: { code: assemble('1'), energyState: { energyUsage: 0n, energyFactor: 34_000n, updateCycle: 500n } },
      },
    });
    const rules = vmRules({ ...mainnetParameters, getAllowDynamicEnergy: 0n });
    expect(outcomeOf(callIn(state, { rules })).energyUsed).toBe(3n);
  });
});

describe('trace', () => {
  test('reports each instruction with its cost', () => {
    const steps: TraceStep[] = [];
    const state = world({
      contracts: {
        [contract]: { code: assemble(`7 PUSH0 MSTORE 0 0 0 0 ${word(other)} 100 STATICCALL`) },
        [other]: { code: assemble('1 1 ADD') },
      },
    });
    outcomeOf(callIn(state, { energyLimit: 1000n, onStep: (step) => steps.push(step) }));
    expect(steps.map(({ pc, name, depth, cost }) => [pc, name, depth, cost])).toEqual([
      [0, 'PUSH1', 0, 3n],
      [2, 'PUSH0', 0, 2n],
      [3, 'MSTORE', 0, 4n],
      [4, 'PUSH1', 0, 3n],
      [6, 'PUSH1', 0, 3n],
      [8, 'PUSH1', 0, 3n],
      [10, 'PUSH1', 0, 3n],
      [12, 'PUSH20', 0, 3n],
      [33, 'PUSH1', 0, 3n],
      [35, 'STATICCALL', 0, 140n],
      [0, 'PUSH1', 1, 3n],
      [2, 'PUSH1', 1, 3n],
      [4, 'ADD', 1, 3n],
    ]);
    expect(steps[0]).toEqual({
      pc: 0,
      opcode: 0x60,
      name: 'PUSH1',
      energy: 1000n,
      cost: 3n,
      penalty: 0n,
      depth: 0,
      stackSize: 0,
    });
    expect(steps[2]).toMatchObject({ top: 0n, stackSize: 2, energy: 995n });
    expect(steps[10]).toMatchObject({ energy: 100n, stackSize: 0 });
  });
});
