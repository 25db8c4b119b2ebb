import { expect, test } from 'vitest';
import { openNode } from '../../support/http-network.ts';

function openScripted() {
  const { node, post, owner, other } = openNode();
  const ask = (endpoint: string, selector: string) =>
    post(`/wallet/${endpoint}`, {
      owner_address: owner,
      contract_address: other,
      function_selector: selector,
      parameter: '',
      visible: true,
    });
  return { node, contract: other, ask };
}

test('a call script answers for a contract that does not exist', async () => {
  const { node, contract, ask } = openScripted();
  const word = '7'.padStart(64, '0');
  node.scripts.add({ contract, functionSelector: 'decimals()', result: word, energyUsed: 1400n, energyPenalty: 400n });
  expect(await ask('triggerconstantcontract', 'decimals()')).toMatchObject({
    result: { result: true },
    energy_used: 1400,
    energy_penalty: 400,
    constant_result: [word],
    transaction: { ret: [{}] },
  });
  expect(await ask('estimateenergy', 'decimals()')).toEqual({ result: { result: true }, energy_required: 1400 });
  expect(await ask('triggerconstantcontract', 'other()')).toEqual({
    result: { code: 'CONTRACT_VALIDATE_ERROR', message: 'Smart contract is not exist.' },
  });
});

test('a call script with status revert answers with the revert’s data', async () => {
  const { node, contract, ask } = openScripted();
  node.scripts.add({ contract, status: 'revert', result: '08c379a0' });
  expect(await ask('triggerconstantcontract', 'f()')).toMatchObject({
    result: { result: true, message: 'REVERT opcode executed' },
    constant_result: ['08c379a0'],
    transaction: { ret: [{ ret: 'FAILED' }] },
  });
  expect(await ask('estimateenergy', 'f()')).toEqual({
    result: { code: 'CONTRACT_EXE_ERROR', message: 'REVERT opcode executed' },
  });
});

test('a later call script takes precedence, and a reset removes all', async () => {
  const { node, contract, ask } = openScripted();
  node.scripts.add({ contract, energyUsed: 1n });
  node.scripts.add({ contract, energyUsed: 2n, energyRequired: 3n });
  expect(await ask('triggerconstantcontract', 'f()')).toMatchObject({ energy_used: 2 });
  expect(await ask('estimateenergy', 'f()')).toMatchObject({ energy_required: 3 });
  node.scripts.reset();
  expect(await ask('triggerconstantcontract', 'f()')).toMatchObject({ result: { code: 'CONTRACT_VALIDATE_ERROR' } });
});

test('rejects a call script whose contract is not a valid address', () => {
  const { node } = openScripted();
  expect(() => node.scripts.add({ contract: 'T123' })).toThrow(
    'Invalid contract "T123": it must be an address in base58check',
  );
});
