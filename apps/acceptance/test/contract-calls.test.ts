// One call each to read a contract, simulate it, send to it, and list its events, on a node and with a fee planner.
import { createFeePlanner } from '@coin/fee/planner';
import { createMockNode } from '@coin/mock-node';
import { createNodeClient, isRpcError, sendTransaction, stake as stakeCoin } from '@coin/rpc';
import {
  encodeCall,
  getContractEvents,
  parseAbi,
  readContract,
  simulateContract,
  token,
  writeContract,
} from '@coin/rpc/abi';
import { addressToHex, fromEvmAddress } from '@coin/rpc/address';
import { createEnergySource } from '@coin/rpc/energy-source';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import { createLocale } from '@coin/units';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };

const SUPPLY = 2n ** 200n;
const ZERO = fromEvmAddress(`0x${'0'.repeat(40)}`);

const abi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'error Insufficient(uint256 have, uint256 want)',
]);

async function deployedToken(bytecode = fixture.bytecode) {
  const node = createMockNode();
  const client = createNodeClient({ transport: node });
  const [signer, receiver] = node.accounts.map(({ privateKey }) => createKeySigner(privateKey));
  if (signer === undefined || receiver === undefined) throw new Error('the node has no accounts');
  const { address: hex } = await node.deploy({ bytecode, abi: fixture.abi, args: [SUPPLY] });
  const address = token(client, hex).address;
  const planner = createFeePlanner({ source: createEnergySource(client), clock: node.clock });
  return { node, client, signer, owner: signer.address, receiver: receiver.address, address, planner };
}

/** A contract that returns 32 bytes of zero to every call: `false`, an empty text, no event. */
const SILENT = '600a600c600039600a6000f3600060005260206000f3';

describe('readContract', () => {
  test('returns the function’s result', async () => {
    const { client, owner, address } = await deployedToken();
    const balance = await readContract(client, { abi, address, functionName: 'balanceOf', args: [owner] });
    expect(balance).toBe(SUPPLY);
  });

  test('rejects a revert with the reason that the ABI decodes', async () => {
    const { client, address } = await deployedToken();
    const call = { abi, address, functionName: 'transfer', args: [ZERO, 5n] } as const;
    await expect(readContract(client, call)).rejects.toMatchObject({
      code: 'CALL_REVERTED',
      context: { reason: 'Insufficient(0, 5)' },
    });
  });

  test('rejects an answer that does not fit the ABI', async () => {
    const { client, address } = await deployedToken();
    const wrong = parseAbi(['function balanceOf(address owner) view returns (uint8[])']);
    const call = { abi: wrong, address, functionName: 'balanceOf', args: [ZERO] } as const;
    await expect(readContract(client, call)).rejects.toThrow('not a result of balanceOf(address) by the ABI');
  });
});

test('simulateContract returns the result, the events and the energy that the transaction then has', async () => {
  const { client, signer, owner, receiver, address } = await deployedToken();
  const call = { abi, address, functionName: 'transfer', args: [receiver, 7n] } as const;
  const simulated = await simulateContract(client, { ...call, owner });
  expect(simulated.result).toBe(true);
  const written = await writeContract(client, { ...call, signer, feeLimit: 1_000_000_000n });
  expect(simulated.logs).toEqual(written.logs);
  expect(simulated.energyUsed).toBe(written.receipt.energyTotal);
  expect(written.logs).toMatchObject([{ eventName: 'Transfer', args: { from: owner, to: receiver, value: 7n } }]);
});

describe('writeContract', () => {
  test('sends with the fee limit that the planner chooses', async () => {
    const { node, client, signer, receiver, address, planner } = await deployedToken();
    const call = { abi, functionName: 'transfer', args: [receiver, 7n] } as const;
    const { feeLimit } = await planner.plan({ owner: signer.address, contract: address, ...encodeCall(call) });
    const { succeeded } = await writeContract(client, { ...call, address, signer, planner });
    expect(succeeded).toBe(true);
    const sent = node.requests.entries.find(({ path }) => path === '/wallet/triggersmartcontract');
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({ fee_limit: Number(feeLimit) });
  });

  test.each([0n, 5_000n, 500_000n])(
    'takes what the plan with its memo states, for an owner with a stake of %s coin',
    async (stake) => {
      const { node, client, signer, address, planner } = await deployedToken();
      const amount = stake * 1_000_000n;
      if (amount > 0n)
        await sendTransaction(client, {
          transaction: stakeCoin(client, { owner: signer.address, amount, resource: 'ENERGY' }),
          signer,
        });
      const receivers = ['TGehVcNhud84JDCGrNHKVz9jEAVKUpbuiv', 'TGehVcNhud84JDCGrNHKVz9jEAVKUpbuiv'];
      for (const [index, to] of receivers.entries()) {
        const call = { abi, functionName: 'transfer', args: [to, 7n] } as const;
        const encoded = { owner: signer.address, contract: address, ...encodeCall(call), memo: 'rent €5' };
        const plan = await planner.plan(encoded);
        const { fee, receipt } = await writeContract(client, {
          ...call,
          address,
          signer,
          planner,
          memo: encoded.memo,
        });
        expect(plan.expectedFee.memo).toBeGreaterThan(0n);
        expect(fee).toBe(plan.expectedFee.total);
        expect(fee).toBeLessThanOrEqual(plan.maxFee);
        expect(receipt).toMatchObject({
          energyTotal: plan.energy,
          energyFromStake: plan.energyFromStake,
          energyFromDeployer: plan.energyFromDeployer,
        });
        expect(receipt.bandwidth > 0n ? Number(receipt.bandwidth) : plan.size).toBe(plan.size);
        expect(plan.isNewHolder).toBe(index === 0);
        node.advanceTime(86_400_000);
        node.mine(1);
      }
    },
  );

  test('asks for either a fee limit or a planner, and for the account that sends', async () => {
    const { client, signer, receiver, address } = await deployedToken();
    const call = { abi, address, functionName: 'transfer', args: [receiver, 7n] } as const;
    for (const limits of [{}, { feeLimit: 5n, planner: { plan: async () => ({ feeLimit: 5n }) } }])
      await expect(writeContract(client, { ...call, signer, ...limits } as never)).rejects.toMatchObject({
        code: 'ARGUMENT_INVALID',
        context: { argument: 'feeLimit' },
      });
    const nameless = { sign: (digest: Uint8Array) => signer.sign(digest) };
    await expect(writeContract(client, { ...call, signer: nameless, feeLimit: 5n })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'owner' },
    });
  });

  test('carries everything that it is given, and nothing else', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            owner: fc.constantFrom('base58check', 'hex'),
            callValue: fc.bigInt(0n, 3n),
            permissionId: fc.constantFrom(0, 2, 9),
          },
          { requiredKeys: [] },
        ),
        fc.bigInt(1n, 1_000_000_000n),
        fc.constantFrom('feeLimit', 'planner'),
        fc.constantFrom('writeContract', 'transfer', 'transferFrom', 'approve'),
        async ({ owner: form, ...given }, feeLimit, limitedBy, how) => {
          const { node, client, signer, owner, receiver, address } = await deployedToken();
          const plan = async () => ({ feeLimit });
          const sent = {
            ...given,
            signer,
            ...(form !== undefined && { owner: form === 'hex' ? addressToHex(owner) : owner }),
            ...(limitedBy === 'planner' ? { planner: { plan } } : { feeLimit }),
          };
          const usdt = token(client, address);
          // Tokens take no coin, so their functions have no callValue.
          const { callValue: _, ...sentToToken } = sent;
          const calls = {
            writeContract: () =>
              writeContract(client, { abi, address, functionName: 'transfer', args: [receiver, 7n], ...sent }),
            transfer: () => usdt.transfer({ to: receiver, amount: 7n, ...sentToToken }),
            transferFrom: () => usdt.transferFrom({ from: owner, to: receiver, amount: 7n, ...sentToToken }),
            approve: () => usdt.approve({ spender: receiver, amount: 7n, ...sentToToken }),
          };
          // The network may reject it; only what was sent matters here.
          await calls[how]().catch((error: unknown) => expect(isRpcError(error)).toBe(true));
          const broadcast = node.requests.entries.find(({ path }) => path === '/wallet/broadcasttransaction');
          const { raw_data: raw } = JSON.parse(broadcast?.body ?? '{}') as {
            raw_data: { contract: [{ Permission_id?: number; parameter: { value: object } }]; fee_limit: number };
          };
          const [contract] = raw.contract;
          expect(raw.fee_limit).toBe(Number(feeLimit));
          expect(contract.Permission_id ?? 0).toBe(given.permissionId ?? 0);
          const callValue = how === 'writeContract' ? Number(given.callValue ?? 0n) : 0;
          expect({ call_value: 0, ...contract.parameter.value }).toMatchObject({
            owner_address: owner,
            contract_address: address,
            call_value: callValue,
          });
        },
      ),
      { numRuns: scaled(25) },
    ));

  test('rejects a reverted transaction with the reason that the ABI decodes', async () => {
    const { client, signer, receiver, address } = await deployedToken();
    const call = { abi, address, functionName: 'transfer', args: [receiver, SUPPLY + 1n] } as const;
    await expect(writeContract(client, { ...call, signer, feeLimit: 1_000_000_000n })).rejects.toMatchObject({
      code: 'TRANSACTION_FAILED',
      context: { reason: `Insufficient(${SUPPLY}, ${SUPPLY + 1n})` },
    });
  });
});

describe('getContractEvents', () => {
  test('returns the events of one contract in a range of blocks, oldest first', async () => {
    const { node, client, signer, owner, receiver, address } = await deployedToken();
    const other = await node.deploy({ bytecode: fixture.bytecode, abi: fixture.abi, args: [1n] });
    const usdt = token(client, address);
    for (const amount of [1n, 2n]) {
      await usdt.transfer({ to: receiver, amount, signer, feeLimit: 1_000_000_000n });
      node.mine(120);
    }
    await token(client, other.address).approve({ spender: receiver, amount: 3n, signer, feeLimit: 1_000_000_000n });
    await usdt.approve({ spender: receiver, amount: 4n, signer, feeLimit: 1_000_000_000n });
    const events = await getContractEvents(client, { abi, address, fromBlock: 0 });
    expect(events.map(({ eventName, args }) => [eventName, args.value])).toEqual([
      ['Transfer', SUPPLY],
      ['Transfer', 1n],
      ['Transfer', 2n],
      ['Approval', 4n],
    ]);
    const [minted, first, second] = await getContractEvents(client, {
      abi,
      address,
      eventName: 'Transfer',
      fromBlock: 0,
    });
    expect(minted?.args).toEqual({ from: ZERO, to: owner, value: SUPPLY });
    expect(first?.index).toBe(0);
    expect(second?.blockNumber).toBe((first?.blockNumber ?? 0) + 121);
    const range = { fromBlock: first?.blockNumber ?? 0, toBlock: (second?.blockNumber ?? 0) - 1 };
    expect((await getContractEvents(client, { abi, address, ...range })).map(({ txID }) => txID)).toEqual([
      first?.txID,
    ]);
  });

  test('returns only the events whose parameters have the wanted values, in any notation', async () => {
    const { client, signer, owner, receiver, address } = await deployedToken();
    const usdt = token(client, address);
    for (const amount of [1n, 2n]) await usdt.transfer({ to: receiver, amount, signer, feeLimit: 1_000_000_000n });
    await usdt.approve({ spender: receiver, amount: 2n, signer, feeLimit: 1_000_000_000n });
    const valuesOf = async (args: object) => {
      const events = await getContractEvents(client, { abi, address, args, fromBlock: 0 });
      return events.map(({ eventName, args: { value } }) => `${eventName} ${value}`);
    };
    expect(await valuesOf({ to: receiver })).toEqual(['Transfer 1', 'Transfer 2']);
    expect(await valuesOf({ to: addressToHex(receiver), value: 2n })).toEqual(['Transfer 2']);
    expect(await valuesOf({ value: 2n })).toEqual(['Transfer 2', 'Approval 2']);
    expect(await valuesOf({ from: owner, to: owner })).toEqual([]);
    expect(await valuesOf({ from: undefined, to: receiver, value: undefined })).toHaveLength(2);
    await expect(valuesOf({ too: receiver })).rejects.toMatchObject({ context: { argument: 'args.too' } });
    await expect(valuesOf({ value: 2 })).rejects.toMatchObject({ context: { argument: 'args.value' } });
    await expect(valuesOf({ to: 'T' })).rejects.toMatchObject({ code: 'ADDRESS_INVALID' });
    const call = { abi, address, eventName: 'Approval', args: { to: receiver }, fromBlock: 0 } as never;
    await expect(getContractEvents(client, call)).rejects.toMatchObject({ context: { argument: 'args.to' } });
  });

  test('leaves out blocks that the chain does not have yet', async () => {
    const { client, address } = await deployedToken();
    expect(await getContractEvents(client, { abi, address, fromBlock: 0, toBlock: 10_000 })).toHaveLength(1);
    expect(await getContractEvents(client, { abi, address, fromBlock: 9_000, toBlock: 10_000 })).toEqual([]);
  });

  test('rejects an event that the ABI lacks', async () => {
    const { client, address } = await deployedToken();
    const args = { abi, address, eventName: 'Transfers', fromBlock: 0 } as never;
    await expect(getContractEvents(client, args)).rejects.toMatchObject({ context: { argument: 'eventName' } });
  });
});

describe('token', () => {
  test('reads a token, and moves it with its decimals applied', async () => {
    const { client, signer, owner, receiver, address, planner } = await deployedToken();
    const usdt = token(client, address);
    expect(await Promise.all([usdt.name(), usdt.symbol(), usdt.decimals(), usdt.totalSupply()])).toEqual([
      'Test Token',
      'TST',
      6,
      SUPPLY,
    ]);
    const amount = await usdt.parseAmount('1.5');
    expect(amount).toBe(1_500_000n);
    const locale = createLocale('de');
    expect(await usdt.parseAmount('1.234,5', { locale, state: 'head' })).toBe(1_234_500_000n);
    expect(await usdt.formatAmount(1_234_567_890n, { locale, decimals: 2, timeoutMs: 5_000 })).toBe('1.234,56');
    await expect(usdt.parseAmount('1.5', { locale })).rejects.toMatchObject({
      code: 'ARGUMENT_INVALID',
      cause: { code: 'AMOUNT_SYNTAX', context: { reason: 'unexpected character', character: '.' } },
    });
    await expect(usdt.parseAmount('1.5', { max: 1n })).rejects.toMatchObject({
      cause: { code: 'AMOUNT_OUT_OF_RANGE' },
    });
    const { logs } = await usdt.transfer({ to: receiver, amount, signer, planner });
    expect(logs).toMatchObject([{ eventName: 'Transfer', args: { from: owner, to: receiver, value: amount } }]);
    expect(await usdt.formatAmount(await usdt.balanceOf(receiver))).toBe('1.5');
    await usdt.approve({ spender: receiver, amount: 5n, signer, planner });
    expect(await usdt.allowance({ owner, spender: receiver })).toBe(5n);
  });

  test('rejects an amount that is no uint256, by its name', async () => {
    const { client, signer, owner, receiver, address } = await deployedToken();
    const usdt = token(client, address);
    const sending = { signer, feeLimit: 1n, amount: -1n };
    for (const sent of [
      usdt.transfer({ ...sending, to: receiver }),
      usdt.transferFrom({ ...sending, from: owner, to: receiver }),
      usdt.approve({ ...sending, spender: receiver }),
    ])
      await expect(sent).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument: 'amount' } });
  });

  test('sends tokens of an account that allowed it', async () => {
    const { node, client, signer, owner, receiver, address } = await deployedToken();
    const usdt = token(client, address);
    const spender = createKeySigner(node.accounts[1].privateKey);
    const limits = { feeLimit: 1_000_000_000n };
    await usdt.approve({ spender: spender.address, amount: 5n, signer, ...limits });
    await usdt.transferFrom({ from: owner, to: receiver, amount: 4n, signer: spender, ...limits });
    expect(await usdt.allowance({ owner, spender: spender.address })).toBe(1n);
    expect(await usdt.balanceOf(receiver)).toBe(4n);
  });

  // The hashes of Transfer(address,address,uint256) and Approval(address,address,uint256).
  const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const APPROVAL = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
  const [PAID, FOREIGN] = [`41${'c1'.repeat(20)}`, `41${'c2'.repeat(20)}`];
  /** PUSH32 a word, MSTORE it, and log it with three topics; the last two are the caller. */
  const logs = (topic: string): string => `60075f5233337f${topic}60205fa3`;
  /** CALL the foreign contract with all energy. */
  const callForeign = `5f5f5f5f5f73${FOREIGN.slice(2)}5af150`;

  test.each<[what: string, code: string, foreign: string, counts: boolean]>([
    ['its own Transfer', logs(TRANSFER), '00', true],
    ['its own, and another token’s', logs(TRANSFER) + callForeign, logs(TRANSFER), true],
    ['another token’s Transfer', callForeign, logs(TRANSFER), false],
    ['an Approval', logs(APPROVAL), '00', false],
    ['an Approval, and another token’s Transfer', logs(APPROVAL) + callForeign, logs(TRANSFER), false],
    ['no event', '00', '00', false],
  ])('a transfer that logs %s is a payment of the token only with its own event', async (_, code, foreign, counts) => {
    const contracts = [
      { address: PAID, code },
      { address: FOREIGN, code: foreign },
    ];
    const node = createMockNode({ contracts });
    const client = createNodeClient({ transport: node });
    const signer = createKeySigner(node.accounts[0].privateKey);
    const paid = token(client, PAID);
    const args = { to: signer.address, amount: 7n, signer, feeLimit: 1_000_000_000n };
    for (const moving of [paid.transfer(args), paid.transferFrom({ ...args, from: signer.address })]) {
      const outcome = await moving.catch((error: unknown) => error);
      if (counts) expect(outcome).toMatchObject({ succeeded: true });
      else
        expect(outcome).toMatchObject({
          code: 'TRANSACTION_FAILED',
          context: { reason: 'the contract did not revert, but logged no transfer' },
        });
    }
  });

  test('rejects a transfer that ended without an error and moved nothing', async () => {
    const node = createMockNode();
    const client = createNodeClient({ transport: node });
    const { address } = await node.deploy({ bytecode: SILENT });
    expect(await token(client, address).balanceOf(node.accounts[0].address)).toBe(0n);
  });

  test('reads a name of 32 bytes, as early tokens return it', async () => {
    const node = createMockNode();
    const client = createNodeClient({ transport: node });
    // PUSH32 "DAI", and return it.
    const code = `7f${Buffer.from('DAI').toString('hex').padEnd(64, '0')}60005260206000f3`;
    const { address } = await node.deploy({ bytecode: `6029600c60003960296000f3${code}` });
    expect(await token(client, address).symbol()).toBe('DAI');
  });
});
