import { describe, expect, test } from 'vitest';
import { textBytes } from '../../../src/json/protobuf-printer.ts';
import { presetNetwork } from '../../../src/network/presets.ts';
import {
  alice,
  bob,
  carol,
  newcomer,
  openNetwork,
  type Json,
  type Network,
  type Signer,
} from '../../support/governance-network.ts';

const DAY = 86_400_000;
const [a, b] = [alice.address, bob.address];
const id = textBytes('1000001');

const hour = (network: Network): number => network.node.clock.now() + 3_600_000;

/** The fields of an issue that pass every check. */
const issueOf = (network: Network, more: Json = {}): Json => ({
  owner_address: a,
  name: textBytes('Gold'),
  abbr: textBytes('GLD'),
  url: textBytes('https://gold.example'),
  total_supply: 1_000_000,
  trx_num: 3,
  num: 10,
  start_time: hour(network),
  end_time: hour(network) + 30 * DAY,
  free_asset_net_limit: 1000,
  public_free_asset_net_limit: 1500,
  ...more,
});

/** A network on which alice has issued a token that is on sale. */
async function openSale(more: Json = {}, parameters: Record<string, number> = {}): Promise<Network> {
  const network = openNetwork({ parameters });
  expect(await network.send('createassetissue', issueOf(network, more), alice)).toMatchObject({
    assetIssueID: '1000001',
  });
  network.node.advanceTime(3_600_000);
  network.node.mine();
  return network;
}

const account = ({ ask }: Network, address: string): Promise<Json> => ask('getaccount', { address });

async function held(network: Network, address: string): Promise<unknown> {
  return (await account(network, address))['assetV2'];
}

const give = (to_address: string, amount: number, more: Json = {}): Json => ({
  owner_address: a,
  to_address,
  asset_name: id,
  amount,
  ...more,
});

describe('an issued token', () => {
  test('belongs to its issuer, except for the frozen supply', async () => {
    const network = openNetwork();
    const frozen_supply = [
      { frozen_amount: 100, frozen_days: 1 },
      { frozen_amount: 200, frozen_days: 2 },
    ];
    const before = await account(network, a);
    const issue = issueOf(network, { frozen_supply });
    expect(await network.send('createassetissue', issue, alice)).toMatchObject({ fee: 1_024_000_000 });
    const after = await account(network, a);
    const start = Number(issue['start_time']);
    expect(after).toMatchObject({
      assetV2: [{ key: '1000001', value: 999_700 }],
      asset_issued_ID: '1000001',
      asset_issued_name: textBytes('Gold'),
      frozen_supply: [
        { frozen_balance: 100, expire_time: start + DAY },
        { frozen_balance: 200, expire_time: start + 2 * DAY },
      ],
    });
    expect(Number(before['balance']) - Number(after['balance'])).toBe(1_024_000_000);
    expect(await network.ask('getassetissuebyid', { value: '1000001' })).toEqual({ ...issue, id: '1000001' });
  });

  test('pays its issuer each part of the frozen supply when it matures', async () => {
    const network = await openSale({
      frozen_supply: [
        { frozen_amount: 100, frozen_days: 1 },
        { frozen_amount: 200, frozen_days: 2 },
      ],
    });
    expect(await network.rejection('unfreezeasset', { owner_address: a })).toBe(
      "It's not time to unfreeze asset supply",
    );
    network.node.advanceTime(DAY);
    network.node.mine();
    await network.send('unfreezeasset', { owner_address: a }, alice);
    const after = await account(network, a);
    expect(after['assetV2']).toEqual([{ key: '1000001', value: 999_800 }]);
    expect(after['frozen_supply']).toMatchObject([{ frozen_balance: 200 }]);
  });

  test('is sold at its price, rounded down, for coin that its issuer gets', async () => {
    const network = await openSale();
    const before = await account(network, a);
    await network.send('participateassetissue', { ...give(a, 100), owner_address: b }, bob);
    const after = await account(network, a);
    expect(await held(network, b)).toEqual([{ key: '1000001', value: 333 }]);
    expect(after['assetV2']).toEqual([{ key: '1000001', value: 999_667 }]);
    expect(Number(after['balance']) - Number(before['balance'])).toBe(100);
  });

  test('creates the account that it is sent to', async () => {
    const network = await openSale();
    const info = await network.send('transferasset', give(newcomer.address, 7), alice);
    expect(info).toMatchObject({ fee: 1_100_000, receipt: { net_fee: 100_000 } });
    expect(await held(network, newcomer.address)).toEqual([{ key: '1000001', value: 7 }]);
  });

  test('shows a balance of 0 until the account has moved to the database', async () => {
    const network = await openSale();
    await network.send('transferasset', give(b, 5), alice);
    const back = { owner_address: b, to_address: a, asset_name: id, amount: 5 };
    await network.send('transferasset', back, bob);
    expect(await held(network, b)).toEqual([{ key: '1000001', value: 0 }]);
    network.node.mine(3);
    expect(await held(network, b)).toBeUndefined();
  });

  test('keeps a balance of 0 if balances are not stored separately', async () => {
    const network = await openSale({}, { getAllowAssetOptimization: 0 });
    await network.send('transferasset', give(b, 5), alice);
    await network.send('transferasset', { ...give(a, 5), owner_address: b }, bob);
    network.node.mine(3);
    expect(await held(network, b)).toEqual([{ key: '1000001', value: 0 }]);
  });

  test('accepts new texts and limits from its issuer', async () => {
    const network = await openSale();
    const change = { description: textBytes('new'), url: textBytes('u') };
    const body = { owner_address: a, ...change, new_limit: 5, new_public_limit: 6 };
    await network.send('updateasset', body, alice);
    expect(await network.ask('getassetissuebyid', { value: '1000001' })).toMatchObject({
      ...change,
      free_asset_net_limit: 5,
      public_free_asset_net_limit: 6,
    });
  });
});

describe('the bandwidth of a token', () => {
  async function openStakedSale(more: Json = {}): Promise<Network> {
    const network = await openSale(more);
    await network.send('freezebalancev2', { owner_address: a, frozen_balance: 1_000_000_000 }, alice);
    for (const { address } of [bob, carol]) await network.send('transferasset', give(address, 50), alice);
    return network;
  }

  /** What a transfer adds to the use of each source. A few units recover meanwhile. */
  async function addedBy(network: Network, from: Signer): Promise<Readonly<Record<string, number>>> {
    const used = async (): Promise<Readonly<Record<string, number>>> => {
      const { NetUsed: issuer = 0 } = await network.ask<{ NetUsed?: number }>('getaccountnet', { address: a });
      const sender = await network.ask<SenderNet>('getaccountnet', { address: from.address });
      const { public_free_asset_net_usage: all = 0 } = await network.ask<TokenUse>('getassetissuebyid', {
        value: '1000001',
      });
      return { issuer, all, own: sender.assetNetUsed[0]?.value ?? 0, free: sender.freeNetUsed ?? 0 };
    };
    const before = await used();
    const info = await network.send('transferasset', { ...give(a, 1), owner_address: from.address }, from);
    expect(info).toMatchObject({ receipt: { net_usage: 279 } });
    const after = await used();
    return Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, Math.ceil((value - (before[name] ?? 0)) / 10) * 10 + 0]),
    );
  }

  const onToken = { issuer: 280, all: 280, own: 280, free: 0 };
  const onFreeQuota = { issuer: 0, all: 0, own: 0, free: 280 };

  test('pays for a sender until its own share is used, and counts against its issuer', async () => {
    const network = await openStakedSale({ free_asset_net_limit: 300 });
    expect(await addedBy(network, bob)).toEqual(onToken);
    expect(await addedBy(network, bob)).toEqual(onFreeQuota);
    expect(await addedBy(network, carol)).toEqual(onToken);
  });

  test('pays for all senders together until the public share is used, and again a day later', async () => {
    const network = await openStakedSale({ public_free_asset_net_limit: 1200 });
    // The issuer's own transfers have used 556 of it.
    expect(await addedBy(network, bob)).toEqual(onToken);
    expect(await addedBy(network, carol)).toEqual(onToken);
    expect(await addedBy(network, bob)).toEqual(onFreeQuota);
    network.node.advanceTime(DAY);
    network.node.mine();
    expect(await addedBy(network, bob)).toEqual(onToken);
  });

  test('does not pay if its issuer has no stake', async () => {
    const network = await openSale();
    await network.send('transferasset', give(b, 50), alice);
    expect(await addedBy(network, bob)).toEqual(onFreeQuota);
  });

  test('leaves no use of the token and no time of operation with an issuer that sends it', async () => {
    const network = await openStakedSale();
    const before = await account(network, a);
    network.node.advanceTime(60_000);
    network.node.mine();
    await network.send('transferasset', give(b, 1), alice);
    const after = await account(network, a);
    expect(after['latest_opration_time']).toBe(before['latest_opration_time']);
    expect(after['latest_asset_operation_timeV2']).toBeUndefined();
    expect(after['latest_consume_time']).toBeGreaterThan(Number(before['latest_consume_time']));
  });
});

test('rejects a token on a network that predates token ids', async () => {
  const network = openNetwork({ parameters: { getAllowSameTokenName: 0 } });
  expect(await network.rejection('createassetissue', issueOf(network))).toBe(
    '@coin/mock-node does not model tokens where getAllowSameTokenName is 0; a real node might accept it',
  );
});

interface SenderNet {
  readonly assetNetUsed: readonly { readonly value: number }[];
  readonly freeNetUsed?: number;
}

interface TokenUse {
  readonly public_free_asset_net_usage?: number;
}

test('a transaction about tokens is rejected in the order of the node’s checks', async () => {
  const network = await openSale();
  const later = hour(network);
  const missing = newcomer.address;
  const rejections = async (
    path: string,
    body: Json,
    corrections: readonly (readonly [Json, string])[],
  ): Promise<void> => {
    let corrected = body;
    for (const [change, rejection] of corrections) {
      expect(await network.rejection(path, corrected), `${path} ${JSON.stringify(corrected)}`).toBe(rejection);
      corrected = { ...corrected, ...change };
    }
    expect(await network.rejection(path, corrected)).toBeUndefined();
  };
  const frozen = (frozen_amount: number, frozen_days: number): Json => ({
    frozen_supply: [{ frozen_amount, frozen_days }],
  });
  const wrong = { precision: 7, abbr: '20', description: '61'.repeat(201), public_free_asset_net_usage: 1 };
  await rejections('createassetissue', { ...wrong, ...frozen(0, 1), free_asset_net_limit: -1 }, [
    [{ owner_address: missing }, 'Invalid ownerAddress'],
    [{ name: '21'.repeat(33) }, 'Invalid assetName'],
    [{ name: '2100' }, 'Invalid assetName'],
    [{ name: '7f' }, 'Invalid assetName'],
    [{ name: textBytes('tRx') }, 'Invalid assetName'],
    [{ name: '21' }, "assetName can't be trx"],
    [{ precision: 6 }, 'precision cannot exceed 6'],
    [{ abbr: '' }, 'Invalid abbreviation for token'],
    [{ url: '61'.repeat(257) }, 'Invalid url'],
    [{ url: '61'.repeat(256) }, 'Invalid url'],
    [{ description: '61'.repeat(200) }, 'Invalid description'],
    [{ start_time: 5 }, 'Start time should be not empty'],
    [{ end_time: 5 }, 'End time should be not empty'],
    [{ end_time: later + 1 }, 'End time should be greater than start time'],
    [{ start_time: later }, 'Start time should be greater than HeadBlockTime'],
    [{ total_supply: 10 }, 'TotalSupply must greater than 0!'],
    [{ trx_num: 1 }, 'TrxNum must greater than 0!'],
    [{ num: 1 }, 'Num must greater than 0!'],
    [{ public_free_asset_net_usage: 0 }, 'PublicFreeAssetNetUsage must be 0!'],
    [{ free_asset_net_limit: 57_600_000_000 }, 'Invalid FreeAssetNetLimit'],
    [{ free_asset_net_limit: 57_599_999_999, public_free_asset_net_limit: -1 }, 'Invalid FreeAssetNetLimit'],
    [{ public_free_asset_net_limit: 0 }, 'Invalid PublicFreeAssetNetLimit'],
    [frozen(11, 1), 'Frozen supply must be greater than 0!'],
    [frozen(10, 0), 'Frozen supply cannot exceed total supply'],
    [frozen(10, 3653), 'frozenDuration must be less than 3652 days and more than 1 days'],
    [frozen(10, 3652), 'frozenDuration must be less than 3652 days and more than 1 days'],
    [{ owner_address: a }, 'Account not exists'],
    [{ owner_address: b }, 'An account can only issue one asset'],
  ]);
  network.node.setBalance(b, 1_023_999_999n);
  expect(await network.rejection('createassetissue', issueOf(network, { owner_address: b }))).toBe(
    'No enough balance for fee!',
  );
  await rejections('participateassetissue', {}, [
    [{ owner_address: missing }, 'Invalid ownerAddress'],
    [{ to_address: missing }, 'Invalid toAddress'],
    [{ amount: 1_024_000_000 }, 'Amount must greater than 0!'],
    [{ to_address: b }, 'Cannot participate asset Issue yourself !'],
    [{ owner_address: carol.address }, 'Account does not exist!'],
    [{ asset_name: textBytes('1000002') }, 'No asset named null'],
    [{ asset_name: id }, 'No asset named 1000002'],
    [{ to_address: a }, `The asset is not issued by ${b}`],
    [{ amount: 1 }, 'Asset balance is not enough !'],
  ]);
  const transfer = { amount: 2_000_000 };
  await rejections('transferasset', {}, [
    [{ owner_address: missing }, 'Invalid ownerAddress'],
    [{ to_address: missing }, 'Invalid toAddress'],
    [transfer, 'Amount must be greater than 0.'],
    [{ to_address: a }, 'Cannot transfer asset to yourself.'],
    [{ owner_address: b }, 'No owner account!'],
    [{ asset_name: id }, 'No asset!'],
    [{ owner_address: a, to_address: b }, 'assetBalance must be greater than 0.'],
    [{ amount: 1 }, 'assetBalance is not sufficient.'],
  ]);
  await rejections('updateasset', { new_limit: -1, new_public_limit: -1, description: '61'.repeat(201) }, [
    [{ owner_address: missing }, 'Invalid ownerAddress'],
    [{ owner_address: b }, 'Account does not exist'],
    [{ owner_address: a }, 'Account has not issued any asset'],
    [{ url: '61' }, 'Invalid url'],
    [{ description: '' }, 'Invalid description'],
    [{ new_limit: 0 }, 'Invalid FreeAssetNetLimit'],
    [{ new_public_limit: 0 }, 'Invalid PublicFreeAssetNetLimit'],
  ]);
  expect(await network.rejection('unfreezeasset', {})).toBe('Invalid address');
  expect(await network.rejection('unfreezeasset', { owner_address: missing })).toBe(
    `Account[${missing}] does not exist`,
  );
  expect(await network.rejection('unfreezeasset', { owner_address: a })).toBe('no frozen supply balance');
  network.node.setBalance(a, 999_999n);
  expect(await network.rejection('transferasset', give(missing, 1))).toBe(
    'Validate TransferAssetActuator error, insufficient fee.',
  );
});

test('a frozen supply that would expire after all time is rejected since block version 34', async () => {
  const preset = presetNetwork('mainnet');
  for (const [blockVersion, rejection] of [
    [32, undefined],
    [34, 'Start time and frozen days would cause expire time overflow'],
  ] as const) {
    const network = openNetwork({ network: { ...preset, blockVersion } });
    network.node.setBalance(a, 2_000_000_000n);
    const times = { start_time: 2 ** 63 - 2048, end_time: 2 ** 63 - 1024 };
    const issue = issueOf(network, { ...times, frozen_supply: [{ frozen_amount: 1, frozen_days: 1 }] });
    expect(await network.rejection('createassetissue', issue)).toBe(rejection);
  }
});
