import { expect, test, vi } from 'vitest';
import { type Json } from '../support/http-network.ts';
import { openTreNode, type TreNode } from '../support/tre-node.ts';

const SOMEONE = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';
const IN_HEX = '41883b02d8fbb3a2b0d6a4bcac2b8a1ce8b5a5e1a0';

/** Returns the word in slot 0. */
const READS_SLOT_0 = '0x60005460005260206000f3';

const balanceOf = async ({ post }: TreNode, address: string, port = 'wallet') =>
  (await post(`/${port}/getaccount`, { address, visible: address.startsWith('T') }))['balance'] ?? 0;

async function call(tre: TreNode, contract: string): Promise<string> {
  const answer = await tre.post('/walletsolidity/triggerconstantcontract', {
    owner_address: tre.node.accounts[0]?.address,
    contract_address: contract,
    data: '',
    visible: true,
  });
  return (answer['constant_result'] as [string])[0];
}

async function headNumber({ post }: TreNode): Promise<number> {
  const { block_header: header } = (await post('/wallet/getnowblock', {})) as { block_header: { raw_data: Json } };
  return Number(header.raw_data['number']);
}

test.each([
  [1000, 1000],
  ['2000', 2000],
  ['0x3e8', 1000],
  [0, 0],
  ['9007199254740991', 9_007_199_254_740_991],
])('sets a balance of %s, which both ports show immediately', async (given, balance) => {
  await using tre = await openTreNode();
  expect(await tre.rpc('tre_setAccountBalance', SOMEONE, given)).toBe(true);
  expect(await balanceOf(tre, SOMEONE)).toBe(balance);
  expect(await balanceOf(tre, SOMEONE, 'walletsolidity')).toBe(balance);
});

test('accepts addresses in base58check, and in hexadecimal with 0x and 41 each optional', async () => {
  await using tre = await openTreNode();
  for (const form of [IN_HEX, `0x${IN_HEX}`, IN_HEX.slice(2), `0x${IN_HEX.slice(2).toUpperCase()}`]) {
    expect(await tre.rpc('tre_setAccountBalance', form, 11)).toBe(true);
    expect(await balanceOf(tre, IN_HEX)).toBe(11);
    await tre.rpc('tre_setAccountBalance', IN_HEX, 0);
  }
});

test('sets code and storage, of an account that becomes a contract', async () => {
  await using tre = await openTreNode();
  await tre.rpc('tre_setAccountBalance', SOMEONE, 5);
  expect(await tre.rpc('tre_setAccountStorageAt', SOMEONE, '0x00', '0xbaddad42')).toBe(true);
  expect(await tre.rpc('tre_setAccountCode', SOMEONE, READS_SLOT_0)).toBe(true);
  expect(await call(tre, SOMEONE)).toBe('baddad42'.padStart(64, '0'));
  const info = await tre.post('/wallet/getcontractinfo', { value: SOMEONE, visible: true });
  expect(info['runtimecode']).toBe(READS_SLOT_0.slice(2));
  expect(await balanceOf(tre, SOMEONE)).toBe(5);
});

test('produces the requested number of blocks, and one by default', async () => {
  await using tre = await openTreNode();
  const before = await headNumber(tre);
  for (const options of [[], [{ blocks: 3 }], [{ blocks: '0x2' }], [{ blocks: '4' }]])
    expect(await tre.rpc('tre_mine', ...options)).toBe('0x0');
  expect((await headNumber(tre)) - before).toBe(10);
});

test('makes blocks at intervals, and again one for each transaction', async () => {
  // Only the interval's: those of sockets stay real.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  await using tre = await openTreNode();
  expect(await tre.rpc('tre_blockTime', 1)).toBe(true);
  const before = await headNumber(tre);
  vi.advanceTimersByTime(2000);
  expect(await headNumber(tre)).toBe(before + 2);
  expect(await tre.rpc('tre_blockTime', 0)).toBe(true);
  const after = await headNumber(tre);
  await transfer(tre, tre.node.accounts[0]?.address ?? '', SOMEONE);
  expect(await headNumber(tre)).toBe(after + 1);
});

async function transfer(tre: TreNode, owner: string, to: string): Promise<Json> {
  await tre.rpc('tre_unlockedAccounts', [owner]);
  const built = await tre.post('/wallet/createtransaction', {
    owner_address: owner,
    to_address: to,
    amount: 1,
    visible: true,
  });
  return tre.post('/wallet/broadcasttransaction', built);
}

test('accepts transactions of unlocked accounts without a signature', async () => {
  await using tre = await openTreNode();
  const other = tre.node.accounts[1]?.address ?? '';
  await tre.rpc('tre_setAccountBalance', SOMEONE, 100_000_000);
  expect(await tre.rpc('tre_unlockedAccounts', [SOMEONE])).toBe(true);
  expect(await transfer(tre, SOMEONE, other)).toMatchObject({ result: true });
  // A later list does not replace it, and an address alone is a list.
  expect(await tre.rpc('tre_unlockedAccounts', other)).toBe(true);
  expect(await transfer(tre, SOMEONE, other)).toMatchObject({ result: true });
});

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

test.each([
  ['tre_setAccountBalance', [SOMEONE], 'method parameters invalid'],
  ['tre_setAccountBalance', [SOMEONE, -1], 'balance can not be less than 0'],
  ['tre_setAccountBalance', [SOMEONE, null], 'balance can not be less than 0'],
  ['tre_setAccountBalance', [SOMEONE, '9223372036854775808'], 'integer decode error'],
  ['tre_setAccountBalance', [SOMEONE, 1.5], 'integer decode error'],
  ['tre_setAccountBalance', [SOMEONE, ''], 'integer decode error'],
  ['tre_setAccountBalance', [SOMEONE, true], 'integer decode error'],
  ['tre_setAccountBalance', [SOMEONE, {}], 'method parameters invalid'],
  ['tre_setAccountBalance', [`${SOMEONE.slice(0, -1)}M`, 1], 'base58 address decode error'],
  ['tre_setAccountBalance', ['nobody', 1], 'invalid address'],
  ['tre_setAccountBalance', [`${IN_HEX}00`, 1], 'invalid address'],
  ['tre_setAccountCode', [SOMEONE, '6000'], 'hex must begin with 0x'],
  ['tre_setAccountCode', [SOMEONE, '0xzz'], 'hex decode error'],
  ['tre_setAccountStorageAt', [SOMEONE, '0x0', `${word(1)}00`], 'data word should not longer than 32 bytes'],
  ['tre_setAccountStorageAt', [SOMEONE, '0x0'], 'method parameters invalid'],
  ['tre_mine', [{ blocks: 0 }], 'blocks should between (0, 100]'],
  ['tre_mine', [{ blocks: 101 }], 'blocks should between (0, 100]'],
  ['tre_mine', [{}], 'blocks should between (0, 100]'],
  ['tre_mine', [{ blocks: 2.5 }], 'integer decode error'],
  ['tre_mine', [{ blocks: 4_294_967_297 }], 'integer decode error'],
  ['tre_blockTime', [-1], 'block time should between [0, 60] in second'],
  ['tre_blockTime', [61], 'block time should between [0, 60] in second'],
  ['tre_unlockedAccounts', [[SOMEONE, 'nobody']], 'invalid address'],
  ['tre_unlockedAccounts', [{}], 'method parameters invalid'],
  ['debug_traceTransaction', ['0x1234'], 'hash must be 32 bytes'],
  ['debug_traceTransaction', ['1234'], 'hex must begin with 0x'],
  ['debug_storageRangeAt', [0, 1, SOMEONE, '', 5], 'only the latest/current state is supported, txIndex must be 0'],
  ['debug_storageRangeAt', [1_000_000, 0, SOMEONE, '', 5], 'only the latest/current state is supported'],
  ['debug_storageRangeAt', ['pending', 0, SOMEONE, '', 5], 'only the latest/current state is supported'],
  ['debug_storageRangeAt', [0, 0, SOMEONE, '', 0], 'limit must be greater than 0'],
  ['debug_storageRangeAt', [0, 0, SOMEONE, '01', 5], 'hex must begin with 0x'],
])('%s rejects %j: %s', async (method, params, problem) => {
  await using tre = await openTreNode();
  const before = tre.node.dump();
  expect(await tre.rpc(method, ...params)).toBe(problem);
  expect(tre.node.dump()).toBe(before);
});
