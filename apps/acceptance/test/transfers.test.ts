import { createMockNode, type MockNode } from '@coin/mock-node';
import {
  watchBlocks,
  broadcastTransaction,
  createNodeClient,
  createTransaction,
  deployContract,
  getBalance,
  getNowBlock,
  getTransactionInfos,
  signTransaction,
  toAddress,
  tokenTransfers,
  coinTransfers,
  triggerConstantContract,
  triggerSmartContract,
  type Block,
  type Transaction,
  type TransactionInfo,
} from '@coin/rpc';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import token from '../fixtures/token.json' with { type: 'json' };
import { createChainNode } from '../src/chain-node.ts';
import { readRecordedChain } from '../src/recorded-chain.ts';

/** In minus out, by account. */
function netOf(transfers: readonly { from: string; to: string; amount: bigint }[]): Map<string, bigint> {
  const net = new Map<string, bigint>();
  for (const { from, to, amount } of transfers) {
    net.set(from, (net.get(from) ?? 0n) - amount);
    net.set(to, (net.get(to) ?? 0n) + amount);
  }
  return net;
}

const feesOf = ({ transactions }: Block, infos: readonly TransactionInfo[]): Map<string, bigint> => {
  const fees = new Map<string, bigint>();
  transactions.forEach(({ value }, index) => {
    const owner = toAddress(String(value['owner_address']));
    fees.set(owner, (fees.get(owner) ?? 0n) + (infos[index]?.fee ?? 0n));
  });
  return fees;
};

/** Contracts that may call each later one, so calls end. */
const CONTRACTS = [1, 2, 3].map((digit) => toAddress(`41${String(digit).repeat(40)}`));
/** Has no account until somebody sends it something. */
const STRANGER = toAddress(`41${'5f'.repeat(20)}`);
const ACCOUNTS = 3;

const push = (hex: string): string => (0x5f + hex.length / 2).toString(16) + hex;
const number = (value: number): string => push(value.toString(16).padStart(8, '0'));
const address = (place: string): string => push(addressToHex(place).slice(2));

/** Where an instruction sends coin, among the accounts and the contracts after this one. */
interface Send {
  to: number;
  amount: number;
}

const places = (node: MockNode, after: number): readonly string[] => [
  ...node.accounts.slice(0, ACCOUNTS).map((account) => account.address),
  STRANGER,
  ...CONTRACTS.slice(after),
];

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

type End = 'stop' | 'revert' | 'invalid' | 'destroy';

interface Program {
  sends: readonly Send[];
  end: End;
}

/** Code that sends coin, ignoring which sends succeed, and ends in one of four ways. */
function codeOf(node: MockNode, { sends, end }: Program, after: number): string {
  const calls = sends.map(({ to, amount }) => {
    const zeros = number(0).repeat(4);
    return `${zeros}${number(amount)}${address(at(places(node, after), to))}${number(100_000)}f150`;
  });
  const ends: Record<End, string> = {
    stop: '00',
    revert: `${number(0)}${number(0)}fd`,
    invalid: 'fe',
    destroy: `${address(at(places(node, after), sends[0]?.to ?? 0))}ff`,
  };
  return calls.join('') + ends[end];
}

const program: fc.Arbitrary<Program> = fc.record({
  sends: fc.array(fc.record({ to: fc.nat(6), amount: fc.nat(3_000_000) }), { maxLength: 4 }),
  end: fc.constantFrom('stop', 'stop', 'stop', 'revert', 'invalid', 'destroy'),
});

const action = fc.record({
  kind: fc.constantFrom('transfer', 'call', 'call', 'deploy'),
  from: fc.nat(ACCOUNTS - 1),
  to: fc.nat(6),
  amount: fc.integer({ min: 1, max: 5_000_000 }),
  feeLimit: fc.constantFrom(0n, 2_000_000n, 100_000_000n, 100_000_000n),
  program,
});

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** Compares transfers with balances, block by block; returns how many there were of each kind, and the burned coin. */
/** Since proposal 94, `restricted`, only contracts of the same transaction are destroyed. */
async function compareWithBalances(
  programs: readonly Program[],
  rounds: readonly (readonly Action[])[],
  { restricted = true }: { readonly restricted?: boolean } = {},
) {
  const seen = { transfer: 0, call: 0, contract: 0, failed: 0, rejected: 0, burned: 0n };
  const parameters = { getAllowTvmSelfdestructRestriction: restricted ? 1 : 0 };
  const node = createMockNode({ mining: { kind: 'manual' }, parameters });
  programs.forEach((one, index) => {
    node.placeContract({
      address: CONTRACTS[index] ?? '',
      code: codeOf(node, one, index + 1),
      balance: index === 1 ? 0n : 4_000_000n,
    });
  });
  const client = createNodeClient({ transport: node });
  const watched = new Set(places(node, 0));
  const balances = async () =>
    new Map(
      await Promise.all(
        [...watched].map(async (place) => [place, await getBalance(client, { address: place })] as const),
      ),
    );
  for (const actions of rounds) {
    const before = await balances();
    for (const { kind, from, to, amount, feeLimit, program: constructor } of actions) {
      const { address: owner, privateKey } = node.accounts[from] as { address: string; privateKey: string };
      const target = at(places(node, 0), to);
      const value = BigInt(amount);
      const build = (): Promise<Transaction> => {
        if (kind === 'transfer')
          return createTransaction(client, {
            owner,
            to: target === owner ? STRANGER : target,
            amount: value,
            memo: 'é',
          });
        if (kind === 'call')
          return triggerSmartContract(client, {
            owner,
            contract: at(CONTRACTS, to),
            data: '',
            callValue: value,
            feeLimit,
          });
        const bytecode = codeOf(
          node,
          { ...constructor, end: constructor.end === 'destroy' ? 'stop' : constructor.end },
          0,
        );
        return deployContract(client, {
          owner,
          bytecode,
          callValue: value,
          feeLimit,
          callerPercent: 100,
          deployerEnergyLimit: 1n,
        });
      };
      const transaction = await build().catch(() => undefined);
      if (transaction === undefined) continue;
      if (transaction.contractAddress !== undefined) watched.add(transaction.contractAddress);
      await broadcastTransaction(client, await signTransaction(transaction, createKeySigner(privateKey))).catch(
        () => {},
      );
    }
    node.mine();
    const block = await getNowBlock(client);
    const infos = await getTransactionInfos(client, block);
    const transfers = coinTransfers(block, infos);
    const after = await balances();
    const [net, fees] = [netOf(transfers), feesOf(block, infos)];
    const inner = infos.flatMap(({ internalTransactions }) => internalTransactions);
    // Another transaction of the block may send coin to its address again.
    const destroyed = new Set(
      inner.filter(({ note, rejected }) => note === 'suicide' && !rejected).map(({ caller }) => caller),
    );
    for (const place of watched) {
      const change = (after.get(place) ?? 0n) - (before.get(place) ?? 0n);
      const burned = (net.get(place) ?? 0n) - (fees.get(place) ?? 0n) - change;
      // What a contract gets after it destroyed itself in the same transaction is burned with it.
      if (destroyed.has(place)) expect(burned).toBeGreaterThanOrEqual(0n);
      else expect([place, burned]).toEqual([place, 0n]);
      seen.burned += burned;
    }
    expect(new Set(transfers.map(({ txID, index }) => `${txID} ${index}`)).size).toBe(transfers.length);
    expect(coinTransfers(block)).toEqual(transfers.filter(({ kind: by }) => by === 'transfer'));
    for (const { kind: by, memo } of transfers) {
      seen[by]++;
      expect(memo).toBe(by === 'transfer' ? 'é' : undefined);
    }
    seen.failed += infos.filter(({ succeeded }) => !succeeded).length;
    seen.rejected += inner.filter(({ rejected }) => rejected).length;
  }
  return seen;
}

test('the results of coinTransfers add up to the change of each balance, apart from fees', () =>
  fc.assert(
    fc.asyncProperty(
      fc.tuple(program, program, program),
      fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (programs, rounds, restricted) => void (await compareWithBalances(programs, rounds, { restricted })),
    ),
    { numRuns: scaled(8) },
  ));

test('the results of coinTransfers add up for transfers, calls, and inner calls that succeed and are undone', async () => {
  const paying: Program = { sends: [{ to: 2, amount: 5 }], end: 'stop' };
  const undone: Program = { ...paying, end: 'revert' };
  const idle: Program = { sends: [], end: 'stop' };
  const common = { amount: 7, feeLimit: 100_000_000n, program: idle } as const;
  const actions: Action[] = [
    { kind: 'transfer', from: 0, to: 1, ...common },
    { kind: 'call', from: 0, to: 0, ...common },
    { kind: 'call', from: 1, to: 2, ...common },
  ];
  expect(await compareWithBalances([paying, idle, undone], [actions])).toEqual({
    transfer: 1,
    call: 1,
    contract: 1,
    failed: 1,
    rejected: 1,
    burned: 0n,
  });
});

test('coinTransfers lists coin that a contract burns by getting it after it destroyed itself', async () => {
  const idle: Program = { sends: [], end: 'stop' };
  const common = { amount: 7, feeLimit: 100_000_000n, program: idle } as const;
  // The first contract calls the second, which destroys itself, and then sends it all that it has.
  const second = ACCOUNTS + 1;
  const caller: Program = { sends: [{ to: second, amount: 0 }], end: 'destroy' };
  const seen = await compareWithBalances(
    [caller, { sends: [], end: 'destroy' }, idle],
    [[{ kind: 'call', from: 0, to: 0, ...common }]],
    { restricted: false },
  );
  expect(seen).toMatchObject({ call: 1, contract: 1, failed: 0, burned: 4_000_007n });
});

test('coin burned with a contract counts, although its address gets coin again in the same block', async () => {
  const idle: Program = { sends: [], end: 'stop' };
  const third = ACCOUNTS + 3;
  const common = { from: 0, amount: 1, feeLimit: 100_000_000n } as const;
  // The second contract calls the third, which destroys itself, and then sends it all that it has.
  const caller: Program = { sends: [{ to: ACCOUNTS + 1, amount: 0 }], end: 'destroy' };
  const { burned } = await compareWithBalances(
    [idle, caller, { sends: [], end: 'destroy' }],
    [
      [
        { kind: 'call', to: 1, program: idle, ...common },
        { kind: 'deploy', to: 0, program: { sends: [{ to: third, amount: 1 }], end: 'stop' }, ...common },
      ],
    ],
    { restricted: false },
  );
  expect(burned).toBeGreaterThan(0n);
});

/** Only these transactions change balances by nothing but transfers and fees. */
const TRANSFERRING = new Set(['TransferContract', 'TriggerSmartContract', 'CreateSmartContract']);

test('the results of coinTransfers for a recorded chain add up to the balances of its accounts', async () => {
  const { network, blocks: recorded } = readRecordedChain('private-fast-2');
  const node = createChainNode(network);
  const client = createNodeClient({ transport: node });
  let compared = 0;
  /** Balances before each block, of accounts that have sent something. */
  const balances = new Map<string, bigint>();
  for (const { json, number: height } of recorded.slice(1)) {
    node.importBlock(json);
    const block = await getNowBlock(client);
    expect(block.number).toBe(height);
    const infos = await getTransactionInfos(client, block);
    const [net, fees] = [netOf(coinTransfers(block, infos)), feesOf(block, infos)];
    const others = new Set(
      block.transactions
        .filter(({ contractType: type }) => !TRANSFERRING.has(type))
        .map(({ value }) => toAddress(String(value['owner_address']))),
    );
    for (const [owner, before] of balances) {
      const balance = await getBalance(client, { address: owner });
      balances.set(owner, balance);
      if (others.has(owner)) continue;
      const change = balance - before;
      expect([height, owner, (net.get(owner) ?? 0n) - (fees.get(owner) ?? 0n)]).toEqual([height, owner, change]);
      if (change !== 0n) compared++;
    }
    for (const { value } of block.transactions) {
      const owner = toAddress(String(value['owner_address']));
      balances.set(owner, await getBalance(client, { address: owner }));
    }
  }
  expect(compared).toBeGreaterThan(30);
});

const word = (value: bigint | string): string =>
  (typeof value === 'string' ? addressToHex(value).slice(2) : value.toString(16)).padStart(64, '0');

test('the results of tokenTransfers add up to the balances that the token reports', async () => {
  const node = createMockNode();
  const client = createNodeClient({ transport: node });
  const [{ address: owner, privateKey }, ...others] = node.accounts;
  const send = async (build: Promise<Transaction>): Promise<Transaction> => {
    const signed = await signTransaction(await build, createKeySigner(privateKey));
    await broadcastTransaction(client, signed);
    return signed;
  };
  const from = (await getNowBlock(client)).number + 1;
  const supply = 2n ** 200n;
  const { contractAddress: contract = '' } = await send(
    deployContract(client, {
      owner,
      bytecode: token.bytecode,
      parameter: word(supply),
      feeLimit: 1_000_000_000n,
      callerPercent: 100,
      deployerEnergyLimit: 1n,
    }),
  );
  const receivers = others.slice(0, 3).map((account) => account.address);
  for (let turn = 0; turn < 12; turn++) {
    const to = at(receivers, turn);
    // More than there is: it reverts, and so does one without energy.
    const amount = turn % 4 === 3 ? supply * 2n : 2n ** 190n + BigInt(turn);
    const feeLimit = turn % 5 === 4 ? 100_000n : 100_000_000n;
    const functionSelector = 'transfer(address,uint256)';
    const call = { owner, contract, functionSelector, parameter: word(to) + word(amount), feeLimit };
    await send(triggerSmartContract(client, call));
  }
  const found = [];
  for await (const { infos, cursor } of watchBlocks(client, { state: 'solid', fromBlock: from, infos: true })) {
    found.push(...tokenTransfers(infos, { token: contract }));
    if (cursor.number === (await getNowBlock(client)).number - 1) break;
    if (cursor.number === from + 11) node.mine(2);
  }
  const net = netOf(found);
  for (const place of [owner, ...receivers]) {
    const { constantResult } = await triggerConstantContract(client, {
      owner,
      contract,
      functionSelector: 'balanceOf(address)',
      parameter: word(place),
    });
    expect(net.get(place)).toBe(BigInt(`0x${constantResult}`));
  }
  expect(found.length).toBeGreaterThan(7);
});
