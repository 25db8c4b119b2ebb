// A ledger that is kept by reading balances after each block agrees with what the blocks say, to the unit.
import { createMockNode, type PresetNode } from '@coin/mock-node';
import { reconcile, type LedgerEntry } from '@coin/payments';
import * as rpc from '@coin/rpc';
import { encodeCall, token as tokenAt, trc20Abi } from '@coin/rpc/abi';
import { addressToHex } from '@coin/rpc/address';
import { createKeySigner } from '@coin/rpc/signer';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import fixture from '../fixtures/token.json' with { type: 'json' };
import { issueAsset } from '../src/issue-asset.ts';

const COIN = 1_000_000n;
const HOUR_MS = 3_600_000;
/** Sends half of the coin that it receives to the address in its calldata, twice. */
const TWICE = `${'600060006000600060023404600035620186a0f150'.repeat(2)}00`;
const splitter = rpc.toAddress(`41${'c0'.repeat(20)}`);
const word = (address: string): string => addressToHex(address).slice(2).padStart(64, '0');

const kinds = [
  'coin',
  'asset',
  'token',
  'no tokens',
  'contract',
  'stake',
  'unstake',
  'withdraw',
  'vote',
  'reward',
] as const;
const action = fc.record({
  kind: fc.constantFrom(...kinds),
  from: fc.nat(2),
  to: fc.nat(2),
  amount: fc.integer({ min: 1, max: 9 }),
  /** Hours that pass before it. */
  hours: fc.constantFrom(0, 0, 1, 7, 24 * 15),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

async function openNetwork() {
  const node = createMockNode({
    mining: { kind: 'manual' },
    solidityLag: 1,
    contracts: [{ address: splitter, code: TWICE }],
  });
  const client = rpc.createNodeClient({ transport: node });
  const signers = node.accounts.slice(0, 3).map(({ privateKey }) => createKeySigner(privateKey));
  const [{ privateKey, address: owner }] = node.accounts;
  const signer = createKeySigner(privateKey);
  const deployment = await rpc.deployContract(client, {
    owner,
    bytecode: fixture.bytecode,
    parameter: (10n ** 9n).toString(16).padStart(64, '0'),
    feeLimit: 1000n * COIN,
    callerPercent: 100,
    deployerEnergyLimit: 1n,
  });
  await rpc.broadcastTransaction(client, await rpc.signTransaction(deployment, signer));
  const tokenId = await issueAsset(node, signer, 10n ** 9n);
  const [{ address: witness } = { address: '' }] = await rpc.listWitnesses(client);
  return { node, client, signers, token: deployment.contractAddress ?? '', tokenId, witness };
}
type Network = Awaited<ReturnType<typeof openNetwork>>;

function build({ client, signers, token, tokenId, witness }: Network, { kind, from, to: at, amount: units }: Action) {
  const owner = signers[from]?.address ?? '';
  const to = signers[at === from ? (at + 1) % 3 : at]?.address ?? '';
  const amount = BigInt(units);
  const resource = 'ENERGY';
  const feeLimit = 100n * COIN;
  const transfer = (args: readonly [string, bigint]) =>
    rpc.triggerSmartContract(client, {
      owner,
      contract: token,
      feeLimit,
      ...encodeCall({ abi: trc20Abi, functionName: 'transfer', args }),
    });
  const builders: Record<Action['kind'], () => Promise<rpc.Transaction>> = {
    coin: () => rpc.createTransaction(client, { owner, to, amount }),
    asset: () => rpc.transferAsset(client, { owner, to, tokenId, amount }),
    token: () => transfer([to, amount]),
    // More than there are, so it reverts, and burns coin all the same.
    'no tokens': () => transfer([to, 10n ** 12n]),
    contract: () =>
      rpc.triggerSmartContract(client, { owner, contract: splitter, data: word(to), callValue: 2n * amount, feeLimit }),
    stake: () => rpc.stake(client, { owner, amount: amount * 1000n * COIN, resource }),
    unstake: () => rpc.unstake(client, { owner, amount: COIN, resource }),
    withdraw: () => rpc.withdrawUnstaked(client, { owner }),
    vote: () => rpc.vote(client, { owner, votes: [{ address: witness, count: 1000n }] }),
    reward: () => rpc.withdrawReward(client, { owner }),
  };
  return builders[kind]();
}

/** What accounts have, by account and currency. */
async function readBalances({ client, signers, token, tokenId }: Network): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  for (const { address } of signers) {
    const account = await rpc.getAccount(client, { address });
    balances.set(`${address} coin`, account?.balance ?? 0n);
    balances.set(`${address} ${tokenId}`, account?.assets.find(({ tokenId: id }) => id === tokenId)?.amount ?? 0n);
    balances.set(`${address} ${token}`, await tokenAt(client, token).balanceOf(address));
  }
  return balances;
}

/** Acts, and keeps a ledger of what that did to each balance. */
async function keepLedger(network: Network, actions: readonly Action[]) {
  const { node, client, signers } = network;
  const done = new Set<string>();
  const ledger: LedgerEntry[] = [];
  let before = await readBalances(network);
  const { number } = await rpc.getNowBlock(client);
  for (const each of actions) {
    if (each.hours > 0) {
      node.advanceTime(each.hours * HOUR_MS);
      node.advanceCycle();
    }
    // The chain rejects some: nothing to unstake, nothing to withdraw.
    const built = await build(network, each).catch(() => undefined);
    const signer = signers[each.from];
    if (built !== undefined && signer !== undefined)
      await rpc.broadcastTransaction(client, await rpc.signTransaction(built, signer)).then(
        () => done.add(each.kind),
        () => {},
      );
    node.mine();
    const { time } = await rpc.getNowBlock(client);
    const after = await readBalances(network);
    for (const [key, balance] of after) {
      const [account = '', currency = ''] = key.split(' ');
      const amount = balance - (before.get(key) ?? 0n);
      if (amount !== 0n) ledger.push({ account, currency, amount, time });
    }
    before = after;
  }
  const { number: toBlock } = await rpc.getNowBlock(client);
  node.mine(2);
  return { ledger, range: { fromBlock: number + 1, toBlock }, done };
}

async function check(actions: readonly Action[]): Promise<ReadonlySet<string>> {
  const network = await openNetwork();
  await using _node: PresetNode = network.node;
  const { client, signers, token, tokenId } = network;
  const { ledger, range, done } = await keepLedger(network, actions);
  const accounts = new Set(signers.map(({ address }) => address));
  const options = { client, accounts, ...range, tokens: [token], tokenIds: [tokenId] };
  expect(await reconcile({ ...options, ledger })).toEqual([]);
  // One unit in one entry is one difference.
  const [first, ...others] = ledger;
  if (first === undefined) return done;
  const { account, currency, time } = first;
  const [found, ...more] = await reconcile({
    ...options,
    ledger: [{ ...first, amount: first.amount + 1n }, ...others],
  });
  expect(more).toEqual([]);
  expect(found).toMatchObject({ account, currency, day: new Date(time).toISOString().slice(0, 10) });
  expect((found?.ledger ?? 0n) - (found?.chain ?? 0n)).toBe(1n);
  return done;
}

test('a ledger of balances has no difference, and one that is a unit off has one', () =>
  fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => void (await check(actions))),
    { numRuns: scaled(8) },
  ));

test('counts every way in which coin and tokens move', async () => {
  const one = (kind: Action['kind'], hours = 0): Action => ({ kind, from: 0, to: 1, amount: 9, hours });
  const days = 24 * 15;
  const order = ['stake', 'vote', 'unstake', 'coin', 'asset', 'token', 'no tokens', 'contract'] as const;
  const done = await check([
    ...order.map((kind) => one(kind)),
    one('withdraw', days),
    one('coin', 7),
    one('coin', 7),
    one('reward', 7),
  ]);
  expect([...done].sort()).toEqual([...kinds].sort());
});

test('rejects an entry of another account', async () => {
  const { client, signers } = await openNetwork();
  const account = signers[0]?.address ?? '';
  const entry = { account, currency: 'coin', amount: 1n, time: 0 };
  await expect(
    reconcile({ client, accounts: new Set(), fromBlock: 1, toBlock: 1, ledger: [entry] }),
  ).rejects.toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument: 'ledger', value: account } });
});
