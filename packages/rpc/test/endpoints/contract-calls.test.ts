import { estimateEnergy, isRpcError, triggerConstantContract, triggerSmartContract, type Abi } from '@coin/rpc';
import { revertReason } from '@coin/rpc/abi';
import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers, jsonResponse } from '../support/client-with-answers.ts';
import { outcomeOf } from '../support/outcome.ts';
import { recorded } from '../support/recordings.ts';

const OWNER = '4127c11e9f4012e773291e4cfa07a580bda92985ea';
const CONTRACT = '41a80e906371fe0df383410803e88da2f195423af8';
const call = { owner: OWNER, contract: CONTRACT, functionSelector: 'toggle()' };

describe('triggerConstantContract', () => {
  test('returns energy, penalty and the result of the call', async () => {
    const { client, requests } = clientWithAnswers('energy.call.transfer-new');
    const result = await triggerConstantContract(client, {
      ...call,
      functionSelector: 'transfer(address,uint256)',
      parameter: `0x${'00'.repeat(64)}`,
    });
    expect(result).toMatchObject({ energyUsed: 27_704n, energyPenalty: 0n, basicEnergy: 27_704n });
    expect(BigInt(`0x${result.constantResult}`)).toBe(1n);
    expect(requests[0]?.body).toEqual({
      owner_address: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
      contract_address: 'TRHoyDG2Yf82wGiz2Vni11tgW7Dr3ygb3w',
      function_selector: 'transfer(address,uint256)',
      parameter: '00'.repeat(64),
      visible: true,
    });
  });

  test('accepts call data instead of signature and arguments', async () => {
    const { client, requests } = clientWithAnswers('energy.call.toggle');
    await triggerConstantContract(client, { owner: OWNER, contract: CONTRACT, data: '40a3d246' });
    expect(requests[0]?.body).toMatchObject({ data: '40a3d246' });
  });

  test.each([
    ['fail', 'because'],
    ['fail-assert', 'panic 0x01: assertion failed'],
    ['proxy-fail', 'through'],
  ])('throws the reason of the revert recorded as %s', async (id, reason) => {
    const { client } = clientWithAnswers(`energy.call.${id}`);
    await expect(triggerConstantContract(client, call)).rejects.toMatchObject({
      code: 'CALL_REVERTED',
      context: { reason },
      shortMessage: `The contract reverted. Correct the call: ${reason}`,
    });
  });

  test('throws the data of a custom error, which its ABI names', async () => {
    const abi: Abi = [{ type: 'error', name: 'Custom', inputs: [{ type: 'uint256' }, { type: 'string' }] }];
    const { client } = clientWithAnswers('energy.call.fail-custom');
    const error = await triggerConstantContract(client, call).catch((caught: unknown) => caught);
    if (!isRpcError(error, 'CALL_REVERTED')) throw new Error('the call did not revert', { cause: error });
    expect(error.context.reason).toMatch(/^0xf988f737/);
    expect(revertReason(error.context.data, abi)).toBe('Custom(42, custom)');
  });

  test.each([
    ['fail-invalid', 'CALL_FAILED', { result: 'ILLEGAL_OPERATION' }],
    ['forever', 'CALL_FAILED', { result: 'OUT_OF_ENERGY' }],
    ['unknown-contract', 'VALIDATION_FAILED', { nodeMessage: 'Smart contract is not exist.' }],
    [
      'value-over-balance',
      'VALIDATION_FAILED',
      { nodeMessage: 'Validate InternalTransfer error, balance is not sufficient.' },
    ],
    ['bad-parameter', 'NODE_ERROR', {}],
  ])('throws for %s: %s with a readable message', async (id, code, context) => {
    const { client } = clientWithAnswers(`energy.call.${id}`);
    await expect(triggerConstantContract(client, call)).rejects.toMatchObject({ code, context });
  });

  const VM = 'class org.tron.core.vm.program.Program$';
  const message = (text: string) => Buffer.from(text).toString('hex');
  test.each<[object, string, object, boolean]>([
    [{ result: true, code: 'SIGERROR' }, 'NODE_ERROR', { nodeCode: 'SIGERROR', nodeMessage: '' }, false],
    [{ code: 'SERVER_BUSY' }, 'NODE_ERROR', { nodeCode: 'SERVER_BUSY', nodeMessage: '' }, true],
    [
      { code: 'OTHER_ERROR', message: message('class java.lang.NullPointerException : no words') },
      'NODE_ERROR',
      { nodeCode: 'java.lang.NullPointerException', nodeMessage: 'no words' },
      false,
    ],
    [
      { code: 'OTHER_ERROR', message: 'no class' },
      'NODE_ERROR',
      { nodeCode: 'OTHER_ERROR', nodeMessage: 'no class' },
      false,
    ],
    [{}, 'CALL_FAILED', { result: 'FAILED', nodeMessage: '' }, false],
    [{ result: false, message: 'why' }, 'CALL_FAILED', { result: 'FAILED', nodeMessage: 'why' }, false],
    [
      { code: 'CONTRACT_EXE_ERROR', message: 'why' },
      'CALL_FAILED',
      { result: 'CONTRACT_EXE_ERROR', nodeMessage: 'why' },
      false,
    ],
    [
      { code: 'OTHER_ERROR', message: message(`${VM}OutOfEnergyException : too little`) },
      'CALL_FAILED',
      { result: 'OUT_OF_ENERGY', nodeMessage: 'too little' },
      false,
    ],
    [
      { code: 'OTHER_ERROR', message: message(`${VM}TransferException : too little`) },
      'CALL_FAILED',
      { result: 'TRANSFER_FAILED', nodeMessage: 'too little' },
      false,
    ],
    ...[`x${VM.slice(6)}TransferException`, `${VM.slice(6)}Transfer`, `${VM.slice(6)}TransferExceptions`].map(
      (nodeCode): [object, string, object, boolean] => [
        { code: 'OTHER_ERROR', message: message(`class ${nodeCode} : x`) },
        'NODE_ERROR',
        { nodeCode, nodeMessage: 'x' },
        false,
      ],
    ),
    [
      { code: 'CONTRACT_VALIDATE_ERROR', message: 'no contract' },
      'VALIDATION_FAILED',
      { nodeMessage: 'no contract' },
      false,
    ],
    [
      { code: 'CONTRACT_EXE_ERROR', message: message('this node does not support constant') },
      'NOT_SUPPORTED',
      { status: 200, nodeMessage: 'this node does not support constant' },
      false,
    ],
    [{ message: 'REVERT opcode executed' }, 'CALL_REVERTED', { reason: 'no reason given', data: '' }, false],
  ])('the result %j is %s', async (result, code, context, retryable) => {
    const { client } = clientWithAnswers(Response.json({ result, energy_used: 5 }));
    await expect(triggerConstantContract(client, call)).rejects.toMatchObject({
      code,
      context: { path: '/wallet/triggerconstantcontract', ...context },
      retryable,
      endpoint: 'http://node.example',
    });
  });

  test.each<[string, object]>([
    ['that succeeded', { result: true, message: 'REVERT opcode executed' }],
    ['with a message in hex', { result: true, message: message('REVERT opcode executed') }],
  ])('reads a revert’s message beside a result %s', async (_, result) => {
    const { client } = clientWithAnswers(Response.json({ result, energy_used: 5, constant_result: ['0a'] }));
    await expect(triggerConstantContract(client, call)).rejects.toMatchObject({
      code: 'CALL_REVERTED',
      context: { path: '/wallet/triggerconstantcontract', reason: '0x0a', data: '0a', energyUsed: 5n },
      endpoint: 'http://node.example',
    });
  });

  test.each<[string, object]>([
    ['data', { data: 'xy', functionSelector: undefined }],
    ['data', { data: 'abc', functionSelector: undefined }],
    ['data', { data: '00' }],
    ['contract', { contract: undefined }],
    ['parameter', { parameter: '00' }],
    ['callValue', { callValue: 5 }],
    ['callValue', { callValue: -1n }],
  ])('rejects a call whose %s is wrong', async (argument, wrong) => {
    const { client, requests } = clientWithAnswers('energy.call.toggle');
    await expect(triggerConstantContract(client, { ...call, ...wrong })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument },
    });
    expect(requests).toEqual([]);
  });

  test('sends coin with a call, and simulates a deployment without a contract', async () => {
    const { client, requests } = clientWithAnswers('energy.call.toggle');
    await triggerConstantContract(client, { ...call, callValue: 5n });
    await triggerConstantContract(client, { owner: OWNER, data: '0x6001', callValue: 0n });
    expect(requests.map(({ body }) => body)).toEqual([
      {
        owner_address: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
        contract_address: 'TRHoyDG2Yf82wGiz2Vni11tgW7Dr3ygb3w',
        function_selector: 'toggle()',
        parameter: '',
        call_value: 5,
        visible: true,
      },
      { owner_address: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi', data: '6001', visible: true },
    ]);
  });

  test('returns logs and inner calls', async () => {
    const { client } = clientWithAnswers('energy.call.make');
    const { logs, internalTransactions } = await triggerConstantContract(client, call);
    expect(logs).toEqual([
      {
        address: 'TEEuE7LBSYpCPxH6gEQb7Vt4q2vuVcVqWx',
        topics: ['a8d831d6fe3ee4491fb077f5263c8fa009265bb18f5359061acd9c3715218098'],
        data: '000000000000000000000000e353af2e8fd7c43a9239ce81fa9ebaf1e8cc463d',
      },
    ]);
    expect(internalTransactions).toMatchObject([
      { caller: 'TEEuE7LBSYpCPxH6gEQb7Vt4q2vuVcVqWx', note: 'create', rejected: false, callValue: 0n },
    ]);
  });

  test('reads the address of a log when it is base58check of 20 bytes', async () => {
    const { answer } = recorded('energy.call.make');
    const text = answer.replace(
      /"logs":\[\{"address":"(\w{40})"/,
      (_, hex: string) => `"logs":[{"address":"${createBase58check(sha256).encode(Buffer.from(hex, 'hex'))}"`,
    );
    expect(text).not.toBe(answer);
    const { client } = clientWithAnswers(jsonResponse(text));
    const { logs } = await triggerConstantContract(client, call);
    expect(logs[0]?.address).toBe('TEEuE7LBSYpCPxH6gEQb7Vt4q2vuVcVqWx');
  });

  test('rejects an answer without energy_used and constant_result, in which nothing shows that the call ran', async () => {
    const answer = JSON.parse(recorded('energy.call.toggle').answer);
    const { client } = clientWithAnswers(
      Response.json({ ...answer, energy_used: undefined, constant_result: undefined }),
    );
    expect(await outcomeOf(triggerConstantContract(client, call))).toBe('RESPONSE_INVALID');
  });

  test('reads an answer whose ret is FAILED as a revert, even without a message', async () => {
    const answer = JSON.parse(recorded('energy.call.fail').answer);
    const { client } = clientWithAnswers(Response.json({ ...answer, result: { result: true } }));
    expect(await outcomeOf(triggerConstantContract(client, call))).toBe('CALL_REVERTED');
  });
});

describe('estimateEnergy', () => {
  test('returns its source', async () => {
    const { client } = clientWithAnswers('energy.estimate.transfer-new');
    const { energy_required: required } = JSON.parse(recorded('energy.estimate.transfer-new').answer);
    expect(await estimateEnergy(client, call)).toEqual({ kind: 'search', energy: BigInt(required) });
  });

  test.each([
    ['with estimates switched off, message in hex', 'noestimate.switches.estimateenergy'],
    ['with estimates switched off, message readable', 'noestimate.switches.estimateenergy-visible'],
    ['without the path', 'chain.unknown-path-post'],
  ])('falls back to the constant call on a node %s, and remembers it', async (_, id) => {
    const { client, requests } = clientWithAnswers([id, 'energy.call.toggle']);
    const { energy_used: used } = JSON.parse(recorded('energy.call.toggle').answer);
    for (let i = 0; i < 3; i++)
      expect(await estimateEnergy(client, call)).toMatchObject({
        kind: 'simulation',
        energy: BigInt(used),
      });
    expect(requests.map(({ path }) => path.split('/')[2])).toEqual([
      'estimateenergy',
      ...Array.from({ length: 3 }, () => 'triggerconstantcontract'),
    ]);
  });

  test('does not fall back when the method is given', async () => {
    const { client } = clientWithAnswers('noestimate.switches.estimateenergy');
    expect(await outcomeOf(estimateEnergy(client, call, { kind: 'search' }))).toBe('NOT_SUPPORTED');
  });

  test('rejects with NOT_SUPPORTED on a node that has neither', async () => {
    const { client } = clientWithAnswers([
      'noconstant.switches.estimateenergy',
      'noconstant.switches.triggerconstantcontract-deploy',
    ]);
    expect(await outcomeOf(estimateEnergy(client, call))).toBe('NOT_SUPPORTED');
  });

  test('gets the reason of a revert from the constant call', async () => {
    const { client } = clientWithAnswers(['energy.estimate.fail', 'energy.call.fail']);
    await expect(estimateEnergy(client, call)).rejects.toMatchObject({
      code: 'CALL_REVERTED',
      context: { reason: 'because' },
    });
  });

  test('sends the constant call alone when the method is given', async () => {
    const { client, requests } = clientWithAnswers('energy.call.toggle');
    expect(await estimateEnergy(client, call, { kind: 'simulation' })).toMatchObject({
      kind: 'simulation',
    });
    expect(requests.map(({ path }) => path)).toEqual(['/wallet/triggerconstantcontract']);
  });

  test('asks once for a call that fails in another way than by a revert', async () => {
    const { client, requests } = clientWithAnswers('energy.estimate.fail-invalid');
    expect(await outcomeOf(estimateEnergy(client, call))).toBe('CALL_FAILED');
    expect(requests).toHaveLength(1);
  });

  test('keeps asking for the estimate if the method is given, even on a node that did not support it', async () => {
    const { client, requests } = clientWithAnswers([
      'chain.unknown-path-post',
      'energy.call.toggle',
      'energy.estimate.toggle',
    ]);
    await estimateEnergy(client, call);
    await outcomeOf(estimateEnergy(client, call, { kind: 'search' }));
    expect(requests.map(({ path }) => path.split('/')[2])).toEqual([
      'estimateenergy',
      'triggerconstantcontract',
      'estimateenergy',
    ]);
  });

  test('throws the virtual machine’s message for an invalid instruction', async () => {
    const { client } = clientWithAnswers('energy.estimate.fail-invalid');
    await expect(estimateEnergy(client, call)).rejects.toMatchObject({
      code: 'CALL_FAILED',
      context: { nodeMessage: 'Invalid operation code: opCode[fe];' },
    });
  });

  test.each([{ result: { result: true } }, { result: {} }, { result: { message: 'x' } }, {}])(
    'never reads %j as an estimate',
    async (answer) => {
      const { client } = clientWithAnswers(Response.json(answer));
      expect(await outcomeOf(estimateEnergy(client, call))).toMatch(/^(?:RESPONSE_INVALID|CALL_FAILED)$/);
    },
  );
});

describe('triggerSmartContract', () => {
  test.each([
    ['fee.no-owner', 'NODE_ERROR'],
    ['fee.unknown-contract', 'VALIDATION_FAILED'],
    ['noconstant.switches.triggersmartcontract-visible', 'VALIDATION_FAILED'],
  ])('throws for %s: %s', async (id, code) => {
    const { client } = clientWithAnswers(id);
    expect(await outcomeOf(triggerSmartContract(client, { ...call, feeLimit: 1n }))).toBe(code);
  });

  test('adds a memo to the bytes that the node built, because no node writes one into a call', async () => {
    const build = async (memo: { memo?: string }) => {
      const { client, requests } = clientWithAnswers('energy.tx.toggle.build');
      const args = { ...call, owner: '418f62fa9b92f72994cd3e36ca67eade83b512d178', feeLimit: 1_000_000_000n, ...memo };
      const built = await triggerSmartContract(client, args);
      return { ...built, body: requests[0]?.body };
    };
    const built = await build({});
    const noted = await build({ memo: 'né' });
    expect(noted.body).toEqual(built.body);
    expect(noted.rawData).toEqual({ ...built.rawData, data: '6ec3a9' });
    // Field 10, three bytes, before the contract.
    const [head = '', contract = ''] = built.rawDataHex.split(/(?=5a..0[18])/, 2);
    expect(noted.rawDataHex).toBe(`${head}52036ec3a9${contract}`);
    expect(noted.txID).toBe(Buffer.from(sha256(Buffer.from(noted.rawDataHex, 'hex'))).toString('hex'));
    expect(await outcomeOf(build({ memo: 5 as never }))).toBe('ARGUMENT_INVALID');
  });

  test('requires a fee limit', async () => {
    const { client, requests } = clientWithAnswers('energy.tx.toggle.build');
    // @ts-expect-error there is no default
    expect(await outcomeOf(triggerSmartContract(client, call))).toBe('ARGUMENT_INVALID');
    // @ts-expect-error a number may have lost digits
    expect(await outcomeOf(triggerSmartContract(client, { ...call, feeLimit: 5 }))).toBe('ARGUMENT_INVALID');
    expect(await outcomeOf(triggerSmartContract(client, { ...call, feeLimit: -1n }))).toBe('ARGUMENT_INVALID');
    expect(await outcomeOf(triggerSmartContract(client, { ...call, feeLimit: 2n ** 63n }))).toBe('ARGUMENT_INVALID');
    expect(requests).toEqual([]);
  });
});
