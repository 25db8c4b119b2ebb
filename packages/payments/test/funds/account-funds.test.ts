import { type Signer } from '@coin/rpc';
import { toAddress } from '@coin/rpc/address';
// What an account can pay, beside what its unfinished payments can take.
import { useVirtualTime } from '@coin/test-kit/virtual-time';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFunds } from '../../src/funds/account-funds.ts';
import { type Spending } from '../../src/funds/spending.ts';
import { PRICES, signer, transfer } from '../support/paying-node.ts';
import { walletNode, type WalletState } from '../support/wallet-node.ts';

useVirtualTime();
// Time passes only when a test says so.
beforeEach(() => void vi.setTimerTickMode('manual'));

const { owner, to: recipient } = transfer;
const ASSET = '1000001';
const TOKEN = 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf';

/** The funds of a run whose node knows the owner, and a recipient that exists. */
function openFunds(
  state: WalletState,
  { prices, signers = [signer] }: { prices?: Readonly<Record<string, number>>; signers?: readonly Signer[] } = {},
) {
  const accounts: Record<string, WalletState> = { [owner]: state, [recipient]: { balance: 1 } };
  const node = walletNode(accounts, prices);
  const funds = createFunds(node.client, { signers, signal: new AbortController().signal });
  const account = funds(owner);
  const check = async (id: string, spending: Partial<Spending>, options?: { readonly isExact?: boolean }) =>
    funds(spending.owner ?? owner).check(id, spendingOf(spending), options);
  /** The status of a check, and what it needs. */
  const statusOf = async (id: string, spending: Partial<Spending>) => {
    const { status, funds } = await check(id, spending);
    return [status, funds.needed];
  };
  return { accounts, state, node, funds, account, check, statusOf };
}

/** A payment of 300 bytes by the owner. */
const spendingOf = (rest: Partial<Spending> = {}): Spending => ({
  owner,
  coin: 0n,
  memoSize: 0,
  feeLimit: 0n,
  rawDataSize: 166,
  ...rest,
});

describe('the coin of an account', () => {
  test('is enough for a payment that leaves nothing, and too little by one small unit', async () => {
    const { state, check, account } = openFunds({ balance: 1_300_000 });
    expect(await check('a', { coin: 1_000_000n })).toEqual({
      status: 'enough',
      funds: { needed: 1_300_000n, available: 1_300_000n },
      maxFee: 300_000n,
    });
    account.release('a');
    state.balance = 1_299_999;
    account.forget();
    expect(await check('a', { coin: 1_000_000n })).toEqual({
      status: 'short',
      funds: { needed: 1_300_000n, available: 1_299_999n },
      maxFee: 300_000n,
    });
  });

  test('is none if the account does not exist', async () => {
    const { check } = openFunds({});
    expect(await check('a', { coin: 5n })).toEqual({
      status: 'short',
      funds: { needed: 300_005n, available: 0n },
      maxFee: 300_000n,
    });
    expect(await check('a', { tokens: { token: ASSET, amount: 1n } })).toMatchObject({
      tokenFunds: { token: ASSET, needed: 1n, available: 0n },
    });
  });

  test('is promised to one payment until that is released, and to the same payment again', async () => {
    const { statusOf, account } = openFunds({ balance: 2_599_999 });
    const spending = { coin: 1_000_000n };
    expect(await statusOf('a', spending)).toEqual(['enough', 1_300_000n]);
    expect(await statusOf('a', spending)).toEqual(['enough', 1_300_000n]);
    expect(await statusOf('b', spending)).toEqual(['reserved', 1_300_000n]);
    account.release('a');
    expect(await statusOf('b', spending)).toEqual(['enough', 1_300_000n]);
    expect(await statusOf('a', spending)).toEqual(['reserved', 1_300_000n]);
  });

  test('is enough for two payments that leave nothing', async () => {
    const { statusOf } = openFunds({ balance: 2_600_000 });
    for (const id of ['a', 'b']) expect(await statusOf(id, { coin: 1_000_000n })).toEqual(['enough', 1_300_000n]);
  });

  test('is not promised by a payment for which there is too little', async () => {
    const { statusOf } = openFunds({ balance: 1_000_000 });
    expect(await statusOf('a', { coin: 1_000_000n })).toEqual(['short', 1_300_000n]);
    expect(await statusOf('b', { coin: 700_000n })).toEqual(['enough', 1_000_000n]);
  });

  test('of one account is no other account’s', async () => {
    const { accounts, check } = openFunds({ balance: 1_300_000 });
    accounts[recipient] = { balance: 1_300_000 };
    for (const each of [owner, recipient])
      expect(await check('a', { owner: each, coin: 1_000_000n })).toMatchObject({ status: 'enough' });
  });

  test('can be released and forgotten for an account that never paid', () => {
    const { account } = openFunds({});
    account.release('a');
    account.forget();
    account.settle('a');
    account.releaseEarlier('a');
    expect(account.earlierIds()).toEqual([]);
  });
});

describe('coin that is not in a solid block yet', () => {
  const state = { balance: 2_000_000, solidBalance: 1_000_000 };

  test('pays transfers, but not calls', async () => {
    const { check } = openFunds(state);
    expect(await check('a', { feeLimit: 700_100n })).toMatchObject({
      status: 'short',
      funds: { needed: 1_000_100n, available: 1_000_000n },
    });
    expect(await check('b', { coin: 700_001n })).toMatchObject({ status: 'enough', funds: { available: 2_000_000n } });
  });

  test('does not count for a transfer while a call is under way', async () => {
    const { check, account } = openFunds(state);
    expect(await check('call', { feeLimit: 100_000n })).toMatchObject({ status: 'enough' });
    expect(await check('a', { coin: 300_001n })).toMatchObject({ status: 'reserved' });
    expect(await check('a', { coin: 300_000n })).toMatchObject({ status: 'enough' });
    account.release('call');
    account.release('a');
    expect(await check('a', { coin: 300_001n })).toMatchObject({ status: 'enough' });
  });

  test('does not count if the account has less by now', async () => {
    const { check } = openFunds({ balance: 1_000_000, solidBalance: 2_000_000 });
    expect(await check('a', { feeLimit: 700_100n })).toMatchObject({ funds: { available: 1_000_000n } });
  });
});

describe('resources that unfinished payments can use', () => {
  test('do not cover the bytes of another payment', async () => {
    for (const resource of ['stakedBandwidth', 'freeBandwidth']) {
      const { statusOf } = openFunds({ balance: 1_300_000, [resource]: 700 });
      expect(await statusOf('a', {})).toEqual(['enough', 0n]);
      expect(await statusOf('b', {})).toEqual(['enough', 0n]);
      // Nothing is left: its bytes cost 300,000, and so do those of the other two if they are charged for.
      expect(await statusOf('c', { coin: 400_000n })).toEqual(['enough', 700_000n]);
      expect(await statusOf('d', {})).toEqual(['reserved', 300_000n]);
    }
  });

  test('do not cover the energy of another call', async () => {
    const { statusOf } = openFunds({ balance: 2_000_000, stakedBandwidth: 10_000, energy: 10_000 });
    const [first, second] = [{ feeLimit: 600_000n }, { feeLimit: 700_000n }];
    expect(await statusOf('a', first)).toEqual(['enough', 0n]);
    // 4,000 units of energy are left.
    expect(await statusOf('b', second)).toEqual(['enough', 300_000n]);
    // Both take 1,300,000, of which 300,000 and the bytes of both are not covered.
    expect(await statusOf('c', { coin: 1_100_001n })).toEqual(['reserved', 1_100_001n]);
    expect(await statusOf('c', { coin: 1_100_000n })).toEqual(['enough', 1_100_000n]);
  });

  test('are worth the price that the node uses where the network has none', async () => {
    const prices = { ...PRICES, getEnergyFee: 0, getTransactionFee: 0 };
    const { statusOf } = openFunds({ balance: 1_000_000, energy: 5 }, { prices });
    // 100 small units for each unit of energy.
    expect(await statusOf('a', { feeLimit: 600_099n })).toEqual(['enough', 599_500n]);
    expect(await statusOf('b', { feeLimit: 400_600n })).toEqual(['reserved', 400_600n]);
    expect(await statusOf('b', { feeLimit: 400_599n })).toEqual(['enough', 400_500n]);
  });
});

describe('a payment to a recipient', () => {
  const prices = { ...PRICES, getCreateNewAccountFeeInSystemContract: 1_000_000 };
  const spending = { coin: 1_000_000n, recipient };
  const RESOURCES = '/wallet/getaccountresource';

  test('does not ask whether it exists if there is enough in both cases', async () => {
    const { check, node } = openFunds({ balance: 2_100_000 }, { prices });
    expect(await check('a', spending)).toEqual({
      status: 'enough',
      funds: { needed: 2_100_000n, available: 2_100_000n },
      maxFee: 1_100_000n,
    });
    expect(node.count(RESOURCES)).toBe(1);
  });

  test('needs the higher of both costs, which need not be that of a new account', async () => {
    const { check } = openFunds({ balance: 2_000_000 });
    expect(await check('a', spending)).toMatchObject({ funds: { needed: 1_300_000n }, maxFee: 300_000n });
  });

  test('may cost its bytes if it needs the same in both cases', async () => {
    const { check } = openFunds({ balance: 1_000_000, stakedBandwidth: 300 });
    expect(await check('a', spending)).toMatchObject({ funds: { needed: 1_000_000n }, maxFee: 300_000n });
  });

  test('asks once if there may be too little, and needs what its case costs', async () => {
    const { accounts, check, node, account } = openFunds({ balance: 2_099_999 }, { prices });
    expect(await check('a', spending)).toMatchObject({ status: 'enough', funds: { needed: 1_300_000n } });
    expect(node.count(RESOURCES)).toBe(2);
    account.release('a');
    delete accounts[recipient];
    expect(await check('a', spending)).toMatchObject({
      status: 'short',
      funds: { needed: 2_100_000n },
      maxFee: 1_100_000n,
    });
  });

  test('asks in any case if it is to be exact', async () => {
    const { accounts, check } = openFunds({ balance: 9_000_000 }, { prices });
    expect(await check('a', spending, { isExact: true })).toMatchObject({ funds: { needed: 1_300_000n } });
    delete accounts[recipient];
    expect(await check('a', spending, { isExact: true })).toMatchObject({ funds: { needed: 2_100_000n } });
  });

  test('has the cost of a new account reserved, whatever is known of it', async () => {
    const { check } = openFunds({ balance: 4_000_000 }, { prices });
    expect(await check('a', spending, { isExact: true })).toMatchObject({ status: 'enough' });
    expect(await check('b', { coin: 1_600_001n })).toMatchObject({ status: 'reserved' });
    expect(await check('b', { coin: 1_600_000n })).toMatchObject({ status: 'enough' });
  });

  test('has the cost of its bytes reserved if that is higher than the cost of a new account', async () => {
    const { check } = openFunds({ balance: 3_000_000 });
    expect(await check('a', spending)).toMatchObject({ status: 'enough' });
    expect(await check('b', { coin: 1_400_001n })).toMatchObject({ status: 'reserved' });
    expect(await check('b', { coin: 1_400_000n })).toMatchObject({ status: 'enough' });
  });

  test('that no payment names is not new', async () => {
    const { check } = openFunds({ balance: 1_300_000 }, { prices });
    expect(await check('a', { coin: 1_000_000n }, { isExact: true })).toMatchObject({
      status: 'enough',
      maxFee: 300_000n,
    });
  });
});

describe.each([
  ['a TRC-10 token', ASSET, { assets: { '1000002': 99, [ASSET]: 10 } }],
  ['a TRC-20 token', TOKEN, { tokens: { [recipient]: 99n, [TOKEN]: 10n } }],
] as const)('%s', (_, token, held) => {
  const balance = 9_000_000;

  test('is enough for a payment of all of it, which says what it needs of both', async () => {
    const { check } = openFunds({ balance, ...held });
    const tokens = { token, amount: 10n };
    expect(await check('a', { coin: 5n, tokens })).toEqual({
      status: 'enough',
      funds: { needed: 300_005n, available: 9_000_000n },
      tokenFunds: { token, needed: 10n, available: 10n },
      maxFee: 300_000n,
    });
  });

  test('is what is told if there is too little of it, though there is enough coin', async () => {
    const { check } = openFunds({ balance, ...held });
    const tokenFunds = { token, needed: 11n, available: 10n };
    expect(await check('a', { tokens: { token, amount: 11n } })).toEqual({
      status: 'short',
      funds: tokenFunds,
      tokenFunds,
      maxFee: 300_000n,
    });
  });

  test('is not told before coin that is missing too, but before coin that is only reserved', async () => {
    const { check } = openFunds({ balance: 400_000, ...held });
    const tokens = { token, amount: 11n };
    expect(await check('a', { coin: 200_000n, tokens })).toMatchObject({
      status: 'short',
      funds: { needed: 500_000n },
    });
    expect(await check('b', {})).toMatchObject({ status: 'enough' });
    expect(await check('a', { tokens })).toMatchObject({ status: 'short', funds: { token } });
    expect(await check('a', { tokens: { token, amount: 10n } })).toMatchObject({
      status: 'reserved',
      funds: { needed: 300_000n },
    });
  });

  test('is promised to one payment, and other tokens to others', async () => {
    const { check, account } = openFunds({
      balance,
      assets: { '1000002': 10, [ASSET]: 10 },
      tokens: { [recipient]: 10n, [TOKEN]: 10n },
    });
    const other = token === ASSET ? '1000002' : recipient;
    expect(await check('a', { tokens: { token, amount: 4n } })).toMatchObject({ status: 'enough' });
    expect(await check('coin', {})).toMatchObject({ status: 'enough' });
    expect(await check('b', { tokens: { token, amount: 7n } })).toMatchObject({ status: 'reserved', funds: { token } });
    expect(await check('b', { tokens: { token: other, amount: 7n } })).toMatchObject({ status: 'enough' });
    expect(await check('b', { tokens: { token, amount: 6n } })).toMatchObject({ status: 'enough' });
    account.release('a');
    account.release('b');
    expect(await check('b', { tokens: { token, amount: 7n } })).toMatchObject({ status: 'enough' });
  });

  test('is left for a transaction of an earlier run until that is released', async () => {
    const { check, account } = openFunds({ balance, ...held });
    await account.reserveEarlier('a', spendingOf({ tokens: { token, amount: 4n } }), 1);
    const funds = { token, needed: 7n, available: 6n };
    expect(await check('b', { tokens: { token, amount: 7n } })).toMatchObject({ status: 'earlier', funds });
    account.releaseEarlier('a');
    expect(await check('b', { tokens: { token, amount: 7n } })).toMatchObject({ status: 'enough' });
  });

  test('is read again after a payment of it has ended, which counts as spent until then', async () => {
    const { check, state, account } = openFunds({ balance, ...held });
    expect(await check('a', { tokens: { token, amount: 4n } })).toMatchObject({ status: 'enough' });
    account.settle('a');
    if (token === TOKEN) state.tokens = { [TOKEN]: 6n };
    else {
      state.assets = { [ASSET]: 6 };
      account.forget();
    }
    const wanted = await check('b', { tokens: { token, amount: 7n } });
    expect(wanted).toMatchObject({ status: 'short', tokenFunds: { available: 6n } });
  });
});

test('an account that holds other tokens holds none of this one', async () => {
  const { check } = openFunds({ balance: 9_000_000, assets: { '1000002': 99 } });
  expect(await check('a', { tokens: { token: ASSET, amount: 1n } })).toMatchObject({ tokenFunds: { available: 0n } });
});

describe('an account', () => {
  const ACCOUNT = '/wallet/getaccount';
  const CALL = '/wallet/triggerconstantcontract';
  const pass = ({ node }: ReturnType<typeof openFunds>, ms: number) => {
    node.advance(ms);
    vi.advanceTimersByTime(ms);
  };

  test('is read once in three seconds, and prices once a minute', async () => {
    const opened = openFunds({ balance: 9_000_000, tokens: { [TOKEN]: 9n } });
    const { check, node, account } = opened;
    const tokens = { token: TOKEN, amount: 1n };
    const counts = async () => {
      await check('a', { tokens });
      return ['/wallet/getchainparameters', ACCOUNT, CALL].map(node.count);
    };
    expect(await counts()).toEqual([1, 1, 1]);
    pass(opened, 2999);
    expect(await counts()).toEqual([1, 1, 1]);
    pass(opened, 1);
    expect(await counts()).toEqual([1, 2, 2]);
    account.forget();
    expect(await counts()).toEqual([1, 3, 3]);
    pass(opened, 56_999);
    expect(await counts()).toEqual([1, 4, 4]);
    pass(opened, 1);
    expect(await counts()).toEqual([2, 4, 4]);
  });

  test('has what a payment took count until it is read again', async () => {
    const opened = openFunds({ balance: 1_300_000 });
    const { check, state, account } = opened;
    expect(await check('a', { coin: 1_000_000n })).toMatchObject({ status: 'enough' });
    account.settle('a');
    state.balance = 300_000;
    expect(await check('b', {})).toMatchObject({ status: 'reserved' });
    pass(opened, 3000);
    expect(await check('b', {})).toMatchObject({ status: 'enough', funds: { available: 300_000n } });
  });

  test('does not count a payment twice that settles twice, or one that was released', async () => {
    const { check, account } = openFunds({ balance: 1_600_000 });
    expect(await check('a', { coin: 1_000_000n })).toMatchObject({ status: 'enough' });
    account.settle('a');
    account.settle('a');
    expect(await check('b', {})).toMatchObject({ status: 'enough' });
    account.release('b');
    account.settle('b');
    expect(await check('c', {})).toMatchObject({ status: 'enough' });
  });

  test('has what a payment took while it was read count until it is read once more', async () => {
    const opened = openFunds({ balance: 1_300_000 });
    const { check, node, state, account } = opened;
    expect(await check('a', { coin: 1_000_000n })).toMatchObject({ status: 'enough' });
    const arrived = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    node.delayAnswers((path) => {
      if (path === ACCOUNT) asked.resolve();
      return arrived.promise;
    });
    account.forget();
    const checking = check('b', {});
    await asked.promise;
    // The answers on their way still have the coin that it took.
    account.settle('a');
    state.balance = 300_000;
    arrived.resolve();
    expect(await checking).toMatchObject({ status: 'reserved', funds: { available: 1_300_000n } });
    account.forget();
    expect(await check('b', {})).toMatchObject({ status: 'enough', funds: { available: 300_000n } });
  });

  test('is read again immediately once it is forgotten', async () => {
    const { check, state, account } = openFunds({ balance: 0 });
    expect(await check('a', {})).toMatchObject({ status: 'short' });
    state.balance = 300_000;
    expect(await check('a', {})).toMatchObject({ status: 'short' });
    account.forget();
    expect(await check('a', {})).toMatchObject({ status: 'enough' });
  });
});

describe('a transaction', () => {
  const spending = { coin: 1_000_000n };

  test('that is already signed is reserved, however little there is', async () => {
    const { statusOf, account } = openFunds({ balance: 1_300_000 });
    await account.reserve('a', spendingOf({ coin: 900_001n }), 2);
    // A second signature has 67 bytes, and the network of these tests has no fee for it.
    expect(await statusOf('b', { coin: 0n })).toEqual(['reserved', 300_000n]);
    account.release('a');
    await account.reserve('a', spendingOf({ coin: 633_000n }), 2);
    expect(await statusOf('b', { coin: 0n })).toEqual(['enough', 300_000n]);
  });

  test('keeps what was reserved for its payment before', async () => {
    const { statusOf, account } = openFunds({ balance: 1_600_000 });
    expect(await statusOf('a', spending)).toEqual(['enough', 1_300_000n]);
    await account.reserve('a', spendingOf({ coin: 1n }), 1);
    expect(await statusOf('b', { coin: 1n })).toEqual(['reserved', 300_001n]);
  });

  test('of an earlier run is reserved until it is released', async () => {
    const { statusOf, account } = openFunds({ balance: 1_300_000 });
    await account.reserveEarlier('a', spendingOf(spending), 1);
    expect(account.earlierIds()).toEqual(['a']);
    expect(await statusOf('b', spending)).toEqual(['earlier', 1_300_000n]);
    account.releaseEarlier('a');
    expect(account.earlierIds()).toEqual([]);
    expect(await statusOf('b', spending)).toEqual(['enough', 1_300_000n]);
  });

  test('of an earlier run is reserved once for the id that takes it over, until that is released', async () => {
    const { statusOf, account } = openFunds({ balance: 2_600_000 });
    await account.reserveEarlier('a', spendingOf(spending), 1);
    account.adoptEarlier('a', 'claim of a');
    expect(account.earlierIds()).toEqual([]);
    expect(await statusOf('b', spending)).toEqual(['enough', 1_300_000n]);
    expect(await statusOf('c', spending)).toEqual(['reserved', 1_300_000n]);
    account.release('claim of a');
    expect(await statusOf('c', spending)).toEqual(['enough', 1_300_000n]);
  });

  test('that no earlier run has is not taken over', async () => {
    const { statusOf, account } = openFunds({ balance: 1_300_000 });
    account.adoptEarlier('a', 'claim of a');
    expect(await statusOf('b', spending)).toEqual(['enough', 1_300_000n]);
  });
});

describe('an account with several keys', () => {
  const [ann, ben] = ['11', '22'].map((byte) => toAddress(`41${byte.repeat(20)}`));
  const permission = {
    permission_name: 'owner',
    threshold: 2,
    keys: [ann, ben].map((address) => ({ address, weight: 1 })),
  };
  const prices = { ...PRICES, getMultiSignFee: 1_000_000 };

  test('pays for as many signatures as its payment needs', async () => {
    const { statusOf, account } = openFunds({ balance: 9_000_000, permission }, { prices });
    expect(await statusOf('a', {})).toEqual(['enough', 1_367_000n]);
    expect(await account.planSigning(undefined)).toMatchObject({
      kind: 'together',
      permission: { permissionId: 0, threshold: 2n },
    });
    expect(await account.planSigning(5)).toMatchObject({ kind: 'alone', signer });
  });

  test('pays for one if one signer suffices', async () => {
    const single = { sign: signer.sign, address: ann } as Signer;
    const state = { balance: 9_000_000, permission: { ...permission, threshold: 1 } };
    const { statusOf, account } = openFunds(state, { prices, signers: [single] });
    expect(await statusOf('a', {})).toEqual(['enough', 300_000n]);
    expect(await account.planSigning(undefined)).toMatchObject({ kind: 'alone', signer: single });
  });

  test('has all of its signatures reserved', async () => {
    const { statusOf } = openFunds({ balance: 2_734_000, permission }, { prices });
    expect(await statusOf('a', {})).toEqual(['enough', 1_367_000n]);
    expect(await statusOf('b', { coin: 1n })).toEqual(['reserved', 1_367_001n]);
    expect(await statusOf('b', {})).toEqual(['enough', 1_367_000n]);
  });
});

test('functions of an account run one after another, and others do not wait for them', async () => {
  const { funds, account } = openFunds({});
  const begun: string[] = [];
  const gates = ['first', 'second', 'third'].map((name) => {
    const gate = Promise.withResolvers<void>();
    const run = async () => {
      begun.push(name);
      await gate.promise;
      return name;
    };
    return { ...gate, result: account.inOrder(run) };
  });
  const [first, second, third] = gates as [(typeof gates)[0], (typeof gates)[0], (typeof gates)[0]];
  expect(await funds(recipient).inOrder(async () => 'other')).toBe('other');
  third.resolve();
  expect(begun).toEqual(['first']);
  first.reject(new Error('failed'));
  await expect(first.result).rejects.toThrow('failed');
  second.resolve();
  expect(await Promise.all([second.result, third.result])).toEqual(['second', 'third']);
  expect(begun).toEqual(['first', 'second', 'third']);
});
