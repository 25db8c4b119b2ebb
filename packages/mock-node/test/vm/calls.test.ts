import { describe, expect, test } from 'vitest';
import { vmRules } from '../../src/vm/index.ts';
import {
  alice,
  assemble,
  block,
  bob,
  callIn,
  contract,
  mainnetParameters,
  other,
  outcomeOf,
  RETURN_TOP,
  runProgram,
  third,
  topOf,
  word,
  world,
} from '../support/vm-harness.ts';

const missing = `41${'0d'.repeat(20)}`;

describe('calls', () => {
  test('cost 40 energy, 9,000 more with value and 25,000 more for a new account', () => {
    const call = (value: number, to: string): bigint =>
      runProgram(`0 0 0 0 ${value} ${word(to)} 0 CALL POP`).energyUsed - 7n * 3n - 2n;
    expect(call(0, missing)).toBe(40n);
    expect(call(0, alice)).toBe(40n);
    // The whole stipend is refunded, because there is no code to use it.
    expect(call(1, alice)).toBe(9040n - 2300n);
    expect(call(1, missing)).toBe(34_040n - 2300n);
  });

  test('forward all remaining energy when it is requested, without keeping a 64th', () => {
    const state = world({
      contracts: {
        [contract]: { code: assemble(`0 0 0 0 0 ${word(other)} GAS CALL ${RETURN_TOP}`) },
        [other]: { code: assemble('#fe') },
      },
    });
    const { exception, energyUsed } = outcomeOf(callIn(state, { energyLimit: 5000n }));
    expect(exception?.message).toBe(
      "Not enough energy for 'PUSH1' operation executing: curInvokeEnergyLimit[5000], curOpEnergy[3], usedEnergy[5000]",
    );
    expect(energyUsed).toBe(5000n);
  });

  test("report missing energy in the node's words", () => {
    expect(runProgram('0 0 0 0 0 5 0 CALL', { energyLimit: 60n }).exception?.message).toBe(
      "Not enough energy for 'CALL' operation executing: opEnergy[40], programEnergy[39]",
    );
  });

  test('add a stipend for the callee when they transfer value', () => {
    const state = world({
      contracts: {
        [contract]: { code: assemble(`32 0 0 0 1 ${word(other)} 0 CALL POP 0 MLOAD ${RETURN_TOP}`), balance: 5n },
        [other]: { code: assemble(`GAS ${RETURN_TOP}`) },
      },
    });
    expect(BigInt(`0x${Buffer.from(outcomeOf(callIn(state)).output).toString('hex')}`)).toBe(2298n);
    expect(state.getBalance(other)).toBe(1n);
  });

  test('push 0 and refund all energy without an internal transaction when the balance is too low', () => {
    const result = runProgram(`0 0 0 0 2000 ${word(alice)} 1000 CALL POP`);
    expect(result.energyUsed).toBe(7n * 3n + 2n + 9040n - 2300n);
    expect(result.internalTransactions).toEqual([]);
  });

  test('fail the frame but keep its energy when a contract sends coin to itself', () => {
    const { exception, energyUsed } = runProgram(`0 0 0 0 1 ${word(contract)} 1000 CALL`);
    expect(exception?.message).toBe('transfer trx failed: Cannot transfer TRX to yourself.');
    expect(energyUsed).toBe(21n + 9040n - 2300n);
  });

  test('fail the frame when their value exceeds int64', () => {
    const { exception } = runProgram(`0 0 0 0 ${2n ** 63n} ${word(bob)} 1000 CALL`);
    expect(exception).toMatchObject({ name: 'TransferException', message: 'endowment out of long range' });
    expect(exception?.contractResult).toBe('TRANSFER_FAILED');
  });

  test('nest up to a depth of 64', () => {
    const source = `32 0 0 0 0 ${word(contract)} GAS CALL POP 0 MLOAD 1 ADD ${RETURN_TOP}`;
    const state = world({ contracts: { [contract]: { code: assemble(source) } } });
    expect(BigInt(`0x${Buffer.from(outcomeOf(callIn(state)).output).toString('hex')}`)).toBe(65n);
  });

  test('truncate output to the requested size but keep all of it as return data', () => {
    const state = world({
      contracts: {
        [contract]: {
          code: assemble(`2 0 0 0 ${word(other)} GAS STATICCALL POP RETURNDATASIZE 0 MLOAD ADD ${RETURN_TOP}`),
        },
        [other]: { code: assemble(`0xaabbcc 0 MSTORE 3 29 RETURN`) },
      },
    });
    expect(Buffer.from(outcomeOf(callIn(state)).output).toString('hex')).toBe(`aabb${'00'.repeat(29)}03`);
  });

  test('return data and energy of a reverted callee, but not of a failed one', () => {
    const caller = `0 0 0 0 0 ${word(other)} 10000 CALL POP RETURNDATASIZE ${RETURN_TOP}`;
    const run = (callee: string): { size: bigint; energy: bigint } => {
      const state = world({
        contracts: { [contract]: { code: assemble(caller) }, [other]: { code: assemble(callee) } },
      });
      const { output, energyUsed } = outcomeOf(callIn(state));
      return { size: BigInt(`0x${Buffer.from(output).toString('hex')}`), energy: energyUsed };
    };
    const reverted = run('5 0 REVERT');
    const failed = run('#fe');
    expect(reverted.size).toBe(5n);
    expect(failed.size).toBe(0n);
    expect(failed.energy - reverted.energy).toBe(10_000n - 9n);
  });

  test('keep caller, value and storage with DELEGATECALL, only storage with CALLCODE', () => {
    const library = 'CALLER CALLVALUE ADD 7 SSTORE';
    const run = (source: string): bigint => {
      const state = world({
        contracts: {
          [contract]: { code: assemble(`${source} POP 7 SLOAD ${RETURN_TOP}`) },
          [other]: { code: assemble(library) },
        },
      });
      return BigInt(`0x${Buffer.from(outcomeOf(callIn(state, { callValue: 3n })).output).toString('hex')}`);
    };
    expect(run(`0 0 0 0 ${word(other)} GAS DELEGATECALL`)).toBe(BigInt(word(alice)) + 3n);
    expect(run(`0 0 0 0 0 ${word(other)} GAS CALLCODE`)).toBe(BigInt(word(contract)));
    expect(run(`0 0 0 0 0 ${word(other)} GAS CALL`)).toBe(0n);
  });

  test.each([
    '1 1 SSTORE',
    '1 1 TSTORE',
    '0 0 LOG0',
    '0 0 0 CREATE',
    '0 0 0 0 CREATE2',
    '0 SUICIDE',
    '0 0 0 0 1 5 0 CALL',
    'WITHDRAWREWARD',
    '0 0 FREEZEBALANCEV2',
  ])('fail with STATICCALL when the callee executes %s', (source) => {
    const state = world({
      contracts: {
        [contract]: { code: assemble(`0 0 0 0 ${word(other)} 100000 STATICCALL ${RETURN_TOP}`) },
        [other]: { code: assemble(source), balance: 5n },
      },
    });
    const { output, energyUsed } = outcomeOf(callIn(state));
    expect(output[31]).toBe(0);
    expect(energyUsed).toBeGreaterThan(100_000n);
  });

  test('succeed with STATICCALL when the callee executes CALLCODE with value', () => {
    const state = world({
      contracts: {
        [contract]: { code: assemble(`0 0 0 0 ${word(other)} 100000 STATICCALL ${RETURN_TOP}`) },
        [other]: { code: assemble(`0 0 0 0 1 ${word(third)} 0 CALLCODE ${RETURN_TOP}`), balance: 5n },
      },
    });
    expect(outcomeOf(callIn(state)).output[31]).toBe(1);
  });

  test('do not reach a precompile when the address has bits above its 20 bytes', () => {
    const used = (address: bigint): bigint => runProgram(`0 0 0 0 ${address} 0 STATICCALL POP`).energyUsed;
    expect(topOf('0 0 0 0 4 20 STATICCALL')).toBe(1n);
    expect(topOf('0 0 0 0 4 14 STATICCALL')).toBe(0n);
    expect(used(4n + (1n << 160n))).toBe(used(4n));
    expect(topOf(`0 0 0 0 ${4n + (1n << 160n)} 0 STATICCALL`)).toBe(1n);
  });
});

describe('internal transactions', () => {
  test('are numbered in order, and rejected with the frame that fails', () => {
    const state = world({
      contracts: {
        [contract]: {
          code: assemble(`0 0 0 0 2 ${word(other)} 50000 CALL POP 0 0 0 0 1 ${word(bob)} 0 CALL POP`),
          balance: 9n,
        },
        [other]: { code: assemble(`0 0 0 0 1 ${word(third)} 0 CALL POP 0 0 REVERT`), balance: 9n },
      },
    });
    const { internalTransactions, status } = outcomeOf(callIn(state));
    expect(status).toBe('success');
    expect(internalTransactions).toMatchObject([
      { parent: -1, depth: 0, caller: contract, transferTo: other, value: 2n, note: 'call', rejected: true, nonce: 1n },
      { parent: 0, depth: 1, caller: other, transferTo: third, value: 1n, note: 'call', rejected: true, nonce: 2n },
      { parent: -1, depth: 0, caller: contract, transferTo: bob, value: 1n, note: 'call', rejected: false, nonce: 3n },
    ]);
    expect(state.hasAccount(third)).toBe(false);
    expect(state.getBalance(bob)).toBe(1n);
  });

  test('are not rejected when a constant call reverts, and its logs remain', () => {
    const source = `0 0 0 0 1 ${word(bob)} 0 CALL POP 0 0 LOG0 0 0 REVERT`;
    const discarded = runProgram(source, { effects: 'discard' });
    expect(discarded.internalTransactions.map(({ rejected }) => rejected)).toEqual([false]);
    expect(discarded.logs).toHaveLength(1);
    const committed = runProgram(source);
    expect(committed.internalTransactions.map(({ rejected }) => rejected)).toEqual([true]);
    expect(committed.logs).toEqual([]);
  });
});

describe('tokens', () => {
  const tokenId = 1_000_001n;
  const tokenState = (code: string) => {
    const state = world({
      contracts: {
        [contract]: { code: assemble(code) },
        [other]: { code: assemble(`CALLTOKENVALUE 32 MSTORE CALLTOKENID 0 MSTORE 64 0 RETURN`) },
      },
    });
    state.putToken(alice, tokenId, 100n);
    state.putToken(contract, tokenId, 50n);
    return state;
  };

  test('are transferred by CALLTOKEN, which passes their id and value to the callee', () => {
    const state = tokenState(`64 0 0 0 ${tokenId} 7 ${word(other)} GAS CALLTOKEN POP 64 0 RETURN`);
    const { output, internalTransactions } = outcomeOf(callIn(state));
    expect(Buffer.from(output).toString('hex')).toBe(tokenId.toString(16).padStart(64, '0') + '7'.padStart(64, '0'));
    expect([state.getTokenBalance(contract, tokenId), state.getTokenBalance(other, tokenId)]).toEqual([43n, 7n]);
    expect(internalTransactions[0]).toMatchObject({ value: 0n, tokens: [[String(tokenId), 7n]] });
  });

  test('are transferred with a message, which is rejected when the balance is too low', () => {
    const state = tokenState(`${word(contract)} ${tokenId} TOKENBALANCE ${RETURN_TOP}`);
    const { output } = outcomeOf(callIn(state, { tokenId, tokenValue: 60n }));
    expect(BigInt(`0x${Buffer.from(output).toString('hex')}`)).toBe(110n);
    expect(callIn(state, { tokenId, tokenValue: 60n })).toMatchObject({
      status: 'rejected',
      message: 'assetBalance is not sufficient.',
    });
    expect(callIn(state, { tokenId: 1_000_009n, tokenValue: 1n })).toMatchObject({
      status: 'rejected',
      message: 'No asset !',
    });
  });

  test('fail the frame when their id is invalid', () => {
    const { exception } = outcomeOf(callIn(tokenState(`0 0 0 0 1000000 7 ${word(other)} GAS CALLTOKEN`)));
    expect(exception).toMatchObject({
      name: 'TransferException',
      message: 'validateForSmartContract failure:not valid token id',
    });
    const balance = outcomeOf(callIn(tokenState(`${word(contract)} 1000000 TOKENBALANCE`)));
    expect(balance.exception).toMatchObject({ name: 'BytecodeExecutionException' });
  });
});

describe('messages', () => {
  test("are rejected when the caller can't pay their value or there is no code", () => {
    const state = world({ contracts: { [contract]: { code: assemble('STOP') } } });
    expect(callIn(state, { callValue: 2_000_000_000n })).toEqual({
      status: 'rejected',
      className: 'org.tron.core.exception.ContractValidateException',
      message: 'Validate InternalTransfer error, balance is not sufficient.',
    });
    expect(callIn(state, { to: alice })).toMatchObject({
      status: 'rejected',
      className: 'java.lang.NullPointerException',
    });
    expect(() => callIn(state, { energyLimit: -1n })).toThrow(
      /^Invalid energyLimit ".*": it must be a bigint from 0 to /,
    );
  });

  test('see the block that they run in', () => {
    expect(topOf('TIMESTAMP')).toBe(1_700_000_001n);
    expect(topOf('NUMBER')).toBe(1000n);
    expect(topOf('COINBASE')).toBe(BigInt(`0x${block.coinbase}`));
    expect(topOf('CHAINID')).toBe(0x1d1e1f20n);
    expect(topOf('BASEFEE')).toBe(100n);
    expect(topOf('999 BLOCKHASH')).toBe(BigInt(`0x${Buffer.from(block.blockID(999)!).toString('hex')}`));
    expect(topOf('744 BLOCKHASH')).not.toBe(0n);
    expect(topOf('743 BLOCKHASH')).toBe(0n);
    expect(topOf('1000 BLOCKHASH')).toBe(0n);
    expect(topOf('ORIGIN')).toBe(BigInt(word(alice)));
    expect(topOf('ADDRESS')).toBe(BigInt(word(contract)));
    expect(topOf('GASPRICE DIFFICULTY GASLIMIT ADD ADD')).toBe(0n);
    expect(topOf('SELFBALANCE')).toBe(1000n);
    const rules = vmRules({ ...mainnetParameters, getAllowMultiSign: 0n, getAllowOptimizedReturnValueOfChainId: 0n });
    expect(topOf('ADDRESS', { rules })).toBe(BigInt(`0x${contract}`));
    expect(topOf('CHAINID', { rules })).toBe(BigInt(`0x${Buffer.from(block.genesisBlockID).toString('hex')}`));
  });

  test('list every address as which code ran, failed frames included', () => {
    const state = world({
      contracts: {
        [contract]: { code: assemble(`0 0 0 0 ${word(other)} GAS DELEGATECALL 0 0 0 0 0 ${word(third)} GAS CALL`) },
        [other]: { code: assemble('STOP') },
        [third]: { code: assemble('#fe') },
      },
    });
    expect(outcomeOf(callIn(state)).touched).toEqual([contract, third]);
  });
});
