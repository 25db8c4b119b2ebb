import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { createMockNode, isMockNodeError, type ContractOptions, type MockNode } from '../../src/index.ts';
import { post } from '../support/post.ts';
import { readRecordedChain } from '../support/recorded-chain.ts';
import { startWalk, takeStep } from '../support/walk.ts';

const base58check = createBase58check(sha256);
const contract = `41${'c0'.repeat(20)}`;
/** PUSH1 0, SLOAD, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN: returns slot 0. */
const READS_SLOT = '60005460005260206000f3';
/** 20,000 additions: long enough for a factor to show. */
const loop = `6000${'600101'.repeat(2000)}00`;

async function call(
  node: MockNode,
): Promise<{ energy_used: number; energy_penalty?: number; constant_result: string[] }> {
  const answer = await post(node, '/wallet/triggerconstantcontract', {
    owner_address: contract,
    contract_address: contract,
    data: '00000000',
  });
  return answer as Awaited<ReturnType<typeof call>>;
}

const codeOf = (error: unknown): string | undefined => (isMockNodeError(error) ? error.code : undefined);

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a contract of the initial state', () => {
  const placed: ContractOptions = { address: contract, code: loop, balance: 5n, energyFactor: 3400n };

  test('has its energy factor from the start, which falls with each cycle', async () => {
    const node = createMockNode({ contracts: [placed] });
    const { energy_used, energy_penalty = 0 } = await call(node);
    const basic = energy_used - energy_penalty;
    // Additions and pushes cost 3: the penalty is floored for each of them.
    expect(energy_penalty).toBe(Math.floor((3 * 13_400) / 10_000) * (basic / 3) - basic);
    const info = (await post(node, '/wallet/getcontractinfo', { value: contract })) as { contract_state: object };
    expect(info.contract_state).toEqual({ energy_factor: 3400, update_cycle: 1 });
    node.advanceCycle();
    const later = (await post(node, '/wallet/getcontractinfo', { value: contract })) as { contract_state: object };
    expect(later.contract_state).toEqual({ energy_factor: 2730, update_cycle: 2 });
  });

  test('has storage, deployer and balance', async () => {
    const node = createMockNode({
      contracts: [
        { ...placed, code: READS_SLOT, storage: { '0x0': '0x2a' }, deployer: `41${'aa'.repeat(20)}`, energyFactor: 0n },
      ],
    });
    expect((await call(node)).constant_result).toEqual(['2a'.padStart(64, '0')]);
    expect(await post(node, '/wallet/getcontract', { value: contract })).toMatchObject({
      consume_user_resource_percent: 100,
      origin_energy_limit: 10_000_000,
    });
    expect(await post(node, '/wallet/getaccount', { address: contract })).toMatchObject({
      balance: 5,
      type: 'Contract',
    });
    expect(await post(node, '/wallet/getcontract', { value: contract })).toMatchObject({
      origin_address: `41${'aa'.repeat(20)}`,
    });
  });
});

describe('a state override', () => {
  test('sets balance, code, storage, factor and parameter', async () => {
    const node = createMockNode();
    node.setBalance(contract, 12_345_678_901_234_567n);
    expect(await (await node.fetch(`http://node/wallet/getaccount?address=${contract}`)).text()).toContain(
      '12345678901234567',
    );
    node.setCode({ address: contract, code: READS_SLOT });
    node.setStorage({ contract, slot: '00', value: 'ff' });
    expect((await call(node)).constant_result).toEqual(['ff'.padStart(64, '0')]);
    node.setStorage({ contract, slot: '00', value: '00' });
    expect((await call(node)).constant_result).toEqual(['0'.repeat(64)]);
    node.setEnergyFactor(contract, 34_000n);
    expect((await call(node)).energy_penalty).toBeGreaterThan(0);
    node.setChainParameter('getEnergyFee', 42n);
    const { chainParameter } = (await post(node, '/wallet/getchainparameters', {})) as {
      readonly chainParameter: readonly { readonly key: string; readonly value?: number }[];
    };
    expect(chainParameter.find(({ key }) => key === 'getEnergyFee')?.value).toBe(42);
    const { prices } = (await post(node, '/wallet/getenergyprices', {})) as { readonly prices: string };
    expect(prices).toMatch(/^0:100,\d+:42$/);
  });

  test('rejects an invalid argument by name', () => {
    const node = createMockNode();
    const refused: readonly (() => void)[] = [
      () => node.setBalance('nobody', 1n),
      () => node.setBalance(contract, -1n),
      () => node.setBalance(contract, 2n ** 63n),
      () => node.setCode({ address: contract, code: 'xyz' }),
      () => node.setStorage({ contract, slot: '00', value: '00' }),
      () => node.setEnergyFactor(contract, 100n),
      () => node.setChainParameter('getTheMoon', 1n),
    ];
    for (const work of refused) expect(codeOf(errorOf(work))).toBe('ARGUMENT_INVALID');
  });
});

describe('a trace', () => {
  const traced = (code: string) => createMockNode({ contracts: [{ address: contract, code }] });
  const call = { owner: contract, contract, data: '' };

  test('lists each instruction of a call, whose effects are discarded', () => {
    const node = traced(READS_SLOT);
    const before = node.dump();
    const { steps, error } = node.traceCall(call);
    expect(steps.map(({ name }) => name)).toEqual(['PUSH1', 'SLOAD', 'PUSH1', 'MSTORE', 'PUSH1', 'PUSH1', 'RETURN']);
    expect(steps[1]).toMatchObject({ pc: 2, cost: 50n, penalty: 0n, depth: 0, top: 0n });
    expect(error).toBeUndefined();
    expect(node.dump()).toBe(before);
  });

  test('ends at a failed call, with the reason', () => {
    // JUMP to 7, where nothing is
    const { steps, error } = traced('600756').traceCall(call);
    expect(steps.map(({ name }) => name)).toEqual(['PUSH1', 'JUMP']);
    expect(error).toBe("Operation with pc isn't 'JUMPDEST': PC[7];");
  });
});

describe('a dump', () => {
  const node = createMockNode();
  node.mine(2);
  const dump = JSON.parse(node.dump()) as { head: Record<string, unknown>; [key: string]: unknown };
  const { head } = dump;
  const others: readonly (readonly [what: string, text: string, problem: RegExp])[] = [
    ['not valid JSON', '{', /is not valid JSON/],
    ['not an object', '[]', /is not an object/],
    ['from another program', '{"format":"anvil"}', /not a dump of a mock node/],
    ['from a later version', JSON.stringify({ ...dump, version: 2 }), /reads version 1/],
    ['from another network', JSON.stringify({ ...dump, genesis: '00'.repeat(32) }), /another network/],
    [
      'missing its accounts',
      JSON.stringify({ ...dump, head: { ...head, accounts: undefined } }),
      /head\.accounts is missing/,
    ],
    ['extended by an unknown key', JSON.stringify({ ...dump, head: { ...head, moons: 1 } }), /head\.moons is unknown/],
    [
      'written with a number for an amount',
      node.dump().replace('"balance":"0"', '"balance":0'),
      /balance is not a decimal string/,
    ],
    [
      'missing a block',
      JSON.stringify({ ...dump, head: { ...head, blocks: (head['blocks'] as []).toSpliced(2, 1) } }),
      /is block 3/,
    ],
  ];

  test.each(others)('is rejected without effect when it is %s', (_, text, problem) => {
    const other = createMockNode();
    const before = other.dump();
    const error = errorOf(() => other.load(text));
    expect(codeOf(error)).toBe('DUMP_INVALID');
    expect((error as Error).message).toMatch(problem);
    expect(other.dump()).toBe(before);
  });

  test('has the blocks of the chain, whatever was written before', () => {
    const node = createMockNode();
    const [snapshot, before] = [node.snapshot(), node.dump()];
    node.mine(4);
    node.dump();
    node.reorganize({ blocks: 1, newBlocks: 2 });
    const other = createMockNode();
    other.load(node.dump());
    expect(other.dump()).toBe(node.dump());
    node.revert(snapshot);
    expect(node.dump()).toBe(before);
  });

  test('has blocks, receipts and pending transactions', async () => {
    const manual = createMockNode({ mining: { kind: 'manual' } });
    const walk = startWalk(manual);
    const step = { kind: 'transfer', sender: 0, receiver: 1, amount: 5, choice: 0 } as const;
    await takeStep(walk, step);
    manual.mine();
    await takeStep(walk, step);
    const other = createMockNode({ mining: { kind: 'manual' } });
    other.load(manual.dump());
    manual.mine();
    other.mine();
    expect(other.dump()).toBe(manual.dump());
    for (const value of walk.accepted) {
      const info = await post(other, '/wallet/gettransactioninfobyid', { value });
      expect(info).toMatchObject({ id: value });
      expect(info).toEqual(await post(manual, '/wallet/gettransactioninfobyid', { value }));
    }
    expect(walk.accepted).toHaveLength(2);
  });
});

describe('a snapshot', () => {
  test('of a state that was saved before is the same one', async () => {
    const node = createMockNode({ ethereumTools: 'hardhat' });
    const ask = async (method: string, params: readonly string[] = []): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const answer = await node.fetch('http://node/jsonrpc', { method: 'POST', body });
      return ((await answer.json()) as { readonly result: unknown }).result;
    };
    const first = node.snapshot();
    for (let round = 0; round < 3; round++) {
      node.mine();
      expect(node.snapshot()).not.toBe(first);
      node.revert(first);
      expect(node.snapshot()).toBe(first);
      node.mine();
      await ask('evm_revert', [`0x${Number(first).toString(16)}`]);
      expect(Number(await ask('evm_snapshot'))).toBe(Number(first));
    }
  });

  test('is named in the error when it does not exist', () => {
    expect(codeOf(errorOf(() => createMockNode().revert('7')))).toBe('SNAPSHOT_UNKNOWN');
  });

  test('restores the clock', () => {
    const node = createMockNode();
    const [snapshot, now] = [node.snapshot(), node.now()];
    node.advanceTime(1_000_000);
    node.mine();
    node.revert(snapshot);
    expect(node.now()).toBe(now);
  });
});

describe('a network', () => {
  test.each(['spec', 'mainnet', 'private'] as const)(
    'of the preset %s has ten accounts of a million coins with matching keys',
    async (preset) => {
      const node = createMockNode({ preset });
      expect(node.accounts).toHaveLength(10);
      for (const { address, privateKey } of node.accounts) {
        const key = secp256k1.getPublicKey(hexToBytes(privateKey), false);
        const hash = keccak_256(key.subarray(1)).subarray(12);
        expect(bytesToHex(base58check.decode(address))).toBe(`41${bytesToHex(hash)}`);
        expect(await post(node, '/wallet/getaccount', { address, visible: true })).toMatchObject({
          balance: 1_000_000_000_000,
        });
      }
    },
  );

  test('has the specification’s rewards by default', () => {
    const { parameters } = createMockNode().network;
    expect(parameters).toMatchObject({
      getWitnessPayPerBlock: 50_000n,
      getWitness127PayPerBlock: 150_000n,
      getMaxFeeLimit: 15_000_000_000n,
    });
  });

  test('takes single parameters by name', () => {
    expect(createMockNode({ parameters: { getEnergyFee: 7 } }).network.parameters['getEnergyFee']).toBe(7n);
  });

  const { network } = readRecordedChain('mainnet-edge-1');
  const { genesis } = network;
  test.each<[argument: string, options: object]>([
    ['preset', { preset: 'moon' }],
    ['preset', { preset: 'spec', network }],
    ['parameters.getTheMoon', { parameters: { getTheMoon: 1n } }],
    ['parameters.getEnergyFee', { parameters: { getEnergyFee: 1.5 } }],
    ['startTime', { startTime: 'yesterday' }],
    ['mining.kind', { mining: { kind: 'sometimes' } }],
    ['mining.intervalMs', { mining: { kind: 'interval', intervalMs: 0 } }],
    ['solidityLag', { solidityLag: -1 }],
    ['witnessKeys[0]', { witnessKeys: ['00'] }],
  ])('is rejected when the option %s is not valid, naming it', (argument, options) => {
    const error = errorOf(() => createMockNode(options));
    expect(isMockNodeError(error, 'ARGUMENT_INVALID') && error.context.argument).toBe(argument);
  });

  test.each<[path: string, options: object]>([
    ['network', { network: 7 }],
    ['supportConstant', { network: { ...network, supportConstant: 'yes' } }],
    ['blockInterval', { network: { ...network, blockInterval: 1000 } }],
    ['genesis.witnesses', { network: { ...network, genesis: { ...genesis, witnesses: [] } } }],
    ['genesis.assets', { network: { ...network, genesis: { ...genesis, assets: [] } } }],
    ['genesis.parentHash', { network: { ...network, genesis: { ...genesis, parentHash: '00' } } }],
  ])('is rejected when %s of its description is not valid, naming it', (path, options) => {
    const error = errorOf(() => createMockNode(options));
    expect(isMockNodeError(error, 'CONFIG_INVALID') && error.context.path).toBe(path);
  });
});
