import { describe, expect, test } from 'vitest';
import { type MemoryState, type VmRules, getCreateAddress, getCreate2Address, vmRules } from '../../src/vm/index.ts';
import {
  alice,
  assemble,
  bob,
  callIn,
  contract,
  mainnet,
  mainnetParameters,
  osaka,
  other,
  outcomeOf,
  RETURN_TOP,
  runProgram,
  third,
  topOf,
  txID,
  word,
  world,
} from '../support/vm-harness.ts';

// Init code that returns five bytes of zeros: PUSH1 5, PUSH1 0, RETURN.
const FIVE = '0x60056000f3 0 MSTORE';
const created = getCreateAddress({ txID, nonce: 0 });

describe('creation', () => {
  test('costs 32,000 and 200 per byte of code, and pushes the address with its prefix', () => {
    const { energyUsed, internalTransactions } = runProgram(`${FIVE} 5 27 0 CREATE POP`);
    const init = 3n + 3n + 3n;
    expect(energyUsed).toBe(3n + 3n + 4n + 9n + 32_000n + init + 1000n + 2n);
    expect(internalTransactions[0]).toMatchObject({ note: 'create', transferTo: created, nonce: 1n, rejected: false });
    expect(topOf(`${FIVE} 5 27 0 CREATE`)).toBe(BigInt(`0x${created}`));
    expect(topOf(`${FIVE} 5 27 0 CREATE EXTCODESIZE`)).toBe(5n);
  });

  test('derives the address from creator, salt and code with CREATE2, which charges for hashing the code', () => {
    const address = getCreate2Address({
      deployer: contract,
      salt: Uint8Array.from({ length: 32 }, (_, i) => (i === 31 ? 9 : 0)),
      code: Uint8Array.of(0x60, 5, 0x60, 0, 0xf3),
    });
    expect(topOf(`${FIVE} 9 5 27 0 CREATE2`)).toBe(BigInt(`0x${address}`));
    const used = (source: string): bigint => runProgram(source).energyUsed;
    expect(used(`${FIVE} 9 5 27 0 CREATE2 POP`) - used(`${FIVE} 5 27 0 CREATE POP`)).toBe(3n + 6n);
    // A second creation at the same address loses all energy passed to it.
    expect(runProgram(`${FIVE} 9 5 27 0 CREATE2 9 5 27 0 CREATE2`).contractResult).toBe('SUCCESS');
    expect(runProgram(`${FIVE} 9 5 27 0 CREATE2 9 5 27 0 CREATE2`).energyUsed).toBe(10_000_000n);
  });

  test('transfers value, and pushes 0 when the balance is too low', () => {
    const state = world({ contracts: { [contract]: { code: assemble(`${FIVE} 5 27 7 CREATE POP`), balance: 10n } } });
    outcomeOf(callIn(state));
    expect([state.getBalance(contract), state.getBalance(created)]).toEqual([3n, 7n]);
    expect(topOf(`${FIVE} 5 27 5000 CREATE`)).toBe(0n);
    expect(runProgram(`0 0 ${2n ** 63n} CREATE`).exception).toMatchObject({
      name: 'ArithmeticException',
      message: 'BigInteger out of long range',
    });
  });

  test("fails and uses all energy when the code starts with 0xef or can't be paid", () => {
    const ef = '0x60ef60005360016000f3 0 MSTORE 10 22 0 CREATE';
    expect(runProgram(ef).energyUsed).toBe(10_000_000n);
    expect(
      topOf(`0x60ef60005360016000f3 0 MSTORE 10 22 0 CREATE`, {
        rules: vmRules({ ...mainnetParameters, getAllowTvmLondon: 0n }),
      }),
    ).not.toBe(0n);
    const state = world({
      contracts: {
        [contract]: { code: assemble(`0 0 0 0 0 ${word(other)} 33000 CALL ${RETURN_TOP}`) },
        [other]: { code: assemble(`${FIVE} 5 27 0 CREATE ISZERO 0 SSTORE`) },
      },
    });
    outcomeOf(callIn(state));
    expect(state.hasAccount(created)).toBe(false);
  });

  test('returns data and energy when it reverts', () => {
    const { output, energyUsed } = runProgram(`0x60206000fd 0 MSTORE 5 27 0 CREATE RETURNDATASIZE ADD ${RETURN_TOP}`);
    expect(output[31]).toBe(32);
    expect(energyUsed).toBeLessThan(33_000n);
  });

  test('clears earlier return data with CREATE, but not with CREATE2', () => {
    const before = `0 MSIZE 0 0 4 GAS STATICCALL POP 32 0 32 0 4 GAS STATICCALL POP ${FIVE}`;
    expect(topOf(`${before} 5 27 0 CREATE POP RETURNDATASIZE`)).toBe(0n);
    expect(topOf(`${before} 9 5 27 0 CREATE2 POP RETURNDATASIZE`)).toBe(32n);
  });

  test('stops at depth 64 with CREATE, but not with CREATE2', () => {
    // Code that creates a copy of itself.
    const deep = (create: string): number => {
      const source = `CODESIZE 0 0 CODECOPY ${create} POP STOP`;
      const state = world({ contracts: { [contract]: { code: assemble(source) } } });
      const { internalTransactions } = outcomeOf(callIn(state, { energyLimit: 5_000_000n }));
      return Math.max(...internalTransactions.map(({ depth }) => depth));
    };
    expect(deep('CODESIZE 0 0 CREATE')).toBe(63);
    expect(deep('1 CODESIZE 0 0 CREATE2')).toBeGreaterThan(100);
  });

  const depth = (rules: VmRules) => {
    const source = `CODESIZE 0 0 CODECOPY 1 CODESIZE 0 0 CREATE2 1 0 LOG0`;
    const state = world({ contracts: { [contract]: { code: assemble(source) } } });
    return outcomeOf(callIn(state, { rules, energyLimit: 100_000_000n }));
  };

  test('CREATE2 pushes 0 at the depth limit since Osaka', () => {
    const { status, internalTransactions, logs } = depth(osaka);
    expect([status, internalTransactions.length, logs.length]).toEqual(['success', 64, 65]);
  });

  test('CREATE2 runs out of time at the depth limit since block version 35, and keeps the logs of ended frames', () => {
    const rules = vmRules(mainnetParameters, { passedVersion: 35 });
    const source = `1 0 LOG0 0 0 0 0 0 ${word(other)} GAS CALL 0 0 0 0 0 ${word(third)} GAS CALL`;
    const contracts = {
      [contract]: { code: assemble(source) },
      [other]: { code: assemble('2 0 LOG0') },
      [third]: { code: assemble('3 0 LOG0 CODESIZE 0 0 CODECOPY 1 CODESIZE 0 0 CREATE2') },
    };
    const result = outcomeOf(callIn(world({ contracts }), { rules, energyLimit: 100_000_000n }));
    expect(result).toMatchObject({
      contractResult: 'OUT_OF_TIME',
      energyUsed: 100_000_000n,
      exception: { message: 'CPU timeout for create2 executing' },
      logs: [{ address: contract }, { address: other }],
    });
    expect(result.internalTransactions.every(({ rejected }) => rejected)).toBe(true);
  });

  test('an execution that runs out of time lists nothing since Osaka', () => {
    for (const [rules, listed] of [
      [mainnet, 1],
      [osaka, 0],
    ] as const) {
      for (const effects of ['commit', 'discard'] as const) {
        const result = runProgram('1 0 LOG0 :again @again JUMP', { rules, effects, stepLimit: 1000 });
        expect([result.contractResult, result.logs.length]).toEqual(['OUT_OF_TIME', listed]);
      }
    }
  });

  test('CREATE2 clears the return data first since Osaka', () => {
    const source = `0 0 0 0 ${word(other)} GAS STATICCALL 1 0 0 0 CREATE2 RETURNDATASIZE`;
    const size = (rules: VmRules): bigint => {
      const contracts = {
        [contract]: { code: assemble(`${source} ${RETURN_TOP}`) },
        [other]: { code: assemble('7 0 RETURN') },
      };
      const { output } = outcomeOf(callIn(world({ contracts }), { rules }));
      return BigInt(`0x${Buffer.from(output).toString('hex')}`);
    };
    expect([size(mainnet), size(osaka)]).toEqual([7n, 0n]);
  });

  test("saves the code of a transaction, or fails in the node's words", () => {
    const create = (source: string, energyLimit = 10_000n) => {
      const state = world({});
      state.createContractAccount(contract);
      state.createContract(contract, { version: 0, deployer: alice });
      return { state, result: outcomeOf(callIn(state, { kind: 'create', data: assemble(source), energyLimit })) };
    };
    const { state, result } = create('5 0 RETURN');
    expect([result.energyUsed, result.output.length, state.getCode(contract)?.bytes.length]).toEqual([1009n, 5, 5]);
    const outOfEnergy = create('5 0 RETURN', 1000n).result;
    expect(outOfEnergy.exception?.message).toBe(
      "Not enough energy for 'save just created contract code' executing: needEnergy[1000], leftEnergy[991];",
    );
    expect([outOfEnergy.contractResult, outOfEnergy.energyUsed]).toEqual(['OUT_OF_ENERGY', 1000n]);
    const ef = create('0xef 0 MSTORE8 1 0 RETURN').result;
    expect([ef.contractResult, ef.exception?.message]).toEqual([
      'INVALID_CODE',
      'invalid code: must not begin with 0xef',
    ]);
    expect(ef.output).toEqual(Uint8Array.of(0xef));
  });
});

describe('self-destruction', () => {
  const run = (source: string, balances = {}) => {
    const state = world({ contracts: { [contract]: { code: assemble(source), balance: 30n } }, balances });
    return { state, result: outcomeOf(callIn(state)) };
  };

  test('transfers all coin to the beneficiary, and costs 25,000 when it creates the account', () => {
    const known = run(`${word(bob)} SUICIDE`, { [bob]: 1n });
    expect(known.result.energyUsed).toBe(3n);
    expect([known.state.getBalance(bob), known.state.getBalance(contract)]).toEqual([31n, 0n]);
    expect(known.result.destroyed).toEqual([contract]);
    expect(known.result.internalTransactions[0]).toMatchObject({ note: 'suicide', value: 30n, transferTo: bob });
    expect(run(`${word(bob)} SUICIDE`).result.energyUsed).toBe(25_003n);
    const rules = vmRules({ ...mainnetParameters, getAllowEnergyAdjustment: 0n });
    expect(runProgram(`${word(bob)} SUICIDE`, { rules }).energyUsed).toBe(3n);
  });

  test('burns the balance when the contract is its own beneficiary', () => {
    const { state } = run(`${word(contract)} SUICIDE`);
    expect([state.getBalance(contract), state.getBalance(state.blackhole)]).toEqual([0n, 30n]);
  });

  test("reverts when the contract has stakes that can't be transferred", () => {
    const state = world({ contracts: { [contract]: { code: assemble(`${word(bob)} SUICIDE`), balance: 30n } } });
    const staked = { ...state, stakes: { ...state.stakes, canSelfDestruct: () => false } };
    expect(outcomeOf(callIn(staked))).toMatchObject({ status: 'revert', energyUsed: 25_003n });
  });

  test('transfers expired unfreezes, which its own and a second internal transaction include', () => {
    const state = world({ contracts: { [contract]: { code: assemble(`${word(bob)} SUICIDE`), balance: 30n } } });
    const staked = { ...state, stakes: { ...state.stakes, inheritStakeV2: () => 12n } };
    expect(outcomeOf(callIn(staked)).internalTransactions.map(({ note, value }) => [note, value])).toEqual([
      ['suicide', 42n],
      ['withdrawExpireUnfreezeWhileSuiciding', 12n],
    ]);
  });
});

describe('self-destruction under its restriction', () => {
  const rules = vmRules({ ...mainnetParameters, getAllowTvmSelfdestructRestriction: 1n });
  const destroy = (beneficiary: string): string => `${word(beneficiary)} SUICIDE`;
  const run = (source: string, balances = {}, changed: Partial<MemoryState> = {}) => {
    const state = world({ contracts: { [contract]: { code: assemble(source), balance: 30n } }, balances });
    return { state, result: outcomeOf(callIn({ ...state, ...changed }, { rules })) };
  };

  test('moves the coin of an old contract and keeps the contract', () => {
    const { state, result } = run(destroy(bob), { [bob]: 1n });
    expect(result).toMatchObject({ energyUsed: 5003n, destroyed: [] });
    expect([state.getBalance(bob), state.getBalance(contract)]).toEqual([31n, 0n]);
    expect(result.internalTransactions).toMatchObject([{ note: 'suicide', value: 30n, transferTo: bob }]);
    expect(run(destroy(bob)).result.energyUsed).toBe(30_003n);
  });

  test('moves nothing when an old contract is its own beneficiary', () => {
    const { state, result } = run(destroy(contract));
    expect([state.getBalance(contract), result.destroyed, result.internalTransactions.length]).toEqual([30n, [], 1]);
  });

  test('settles votes after listing the internal transaction, whose value includes the reward', () => {
    const state = world({ contracts: { [contract]: { code: assemble(destroy(bob)), balance: 30n } } });
    const settleAndCancelVotes = (): boolean => {
      state.addBalance(contract, 4n);
      return true;
    };
    const changed = { ...state, votes: { ...state.votes, settleAndCancelVotes } };
    const [internal] = outcomeOf(callIn(changed, { rules })).internalTransactions;
    const plain = run(destroy(bob)).result.internalTransactions[0];
    expect([internal?.value, state.getBalance(bob)]).toEqual([34n, 34n]);
    expect(internal?.hash).toEqual(plain?.hash);
  });

  /** Init code that destroys the new contract. */
  const init = `0x${Buffer.from(assemble(destroy(bob))).toString('hex')}`;
  const size = (init.length - 2) / 2;
  const create = `${init} 0 MSTORE ${size} ${32 - size} 5 CREATE`;

  test('deletes a contract that the transaction created', () => {
    const { result } = run(create, { [bob]: 1n });
    expect(result.destroyed).toHaveLength(1);
    expect(result.destroyed).toEqual([result.internalTransactions[0]?.transferTo]);
    const state = world({ balances: { [bob]: 1n } });
    state.createContractAccount(contract);
    state.createContract(contract, { version: 0, deployer: alice });
    const data = assemble(destroy(bob));
    expect(outcomeOf(callIn(state, { rules, kind: 'create', data })).destroyed).toEqual([contract]);
  });

  test('a creation that was undone leaves no new contract behind', () => {
    // The callee creates a contract at an address with code and reverts; then the address destroys itself.
    const made = getCreate2Address({ deployer: other, salt: new Uint8Array(32), code: new Uint8Array(0) });
    const contracts = {
      [contract]: { code: assemble(`0 0 0 0 0 ${word(other)} 200000 CALL 0 0 0 0 0 ${word(made)} 200000 CALL`) },
      [other]: { code: assemble('0 0 0 0 CREATE2 0 0 REVERT') },
    };
    const state = world({ contracts, balances: { [bob]: 1n } });
    state.putAccount(made, 0n);
    state.setCode(made, { bytes: assemble(destroy(bob)), hash: new Uint8Array(32) });
    expect(outcomeOf(callIn(state, { rules })).destroyed).toEqual([]);
  });
});
