import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { createMockNode, type MockNode } from '../../../src/index.ts';
import { toBase58 } from '../../../src/protocol/address.ts';
import { sha256 } from '../../../src/protocol/hash.ts';
import { Transaction, TransactionRaw, type TransactionMessage } from '../../../src/protocol/messages/messages.ts';
import { decode, encode } from '../../../src/protocol/messages/wire.ts';
import { alice, bob, openNetwork, type Json, type Network } from '../../support/governance-network.ts';
import { answerTo } from '../../support/http-network.ts';
import { post } from '../../support/post.ts';
import { signId } from '../../support/sign-id.ts';

const manual = (): Network => openNetwork({ mining: { kind: 'manual' } });

/** Builds, signs and broadcasts. */
async function broadcast({ ask }: Network, path: string, body: Json): Promise<string> {
  const built = await ask<{ txID: string; transaction?: { txID: string } }>(path, body);
  const transaction = built.transaction ?? built;
  const sent = await ask('broadcasttransaction', { ...transaction, signature: [signId(transaction.txID, alice.key)] });
  expect(sent).toMatchObject({ result: true });
  return transaction.txID;
}

const transfer = { owner_address: alice.address, to_address: bob.address, amount: 5 };

/** A contract whose code is the given bytes. */
async function place({ node }: Network, code: string): Promise<Json> {
  const address = `41${'c0'.repeat(20)}`;
  node.placeContract({ address, code });
  return { owner_address: alice.address, contract_address: address, data: '00', fee_limit: 100_000_000 };
}

test('a pending transaction has its result, and nothing else once it is in a block', async () => {
  const network = manual();
  const id = await broadcast(network, 'createtransaction', transfer);
  const expected = { txID: id, ret: [{ contractRet: 'SUCCESS' }] };
  expect(await network.ask('gettransactionbyid', { value: id })).toMatchObject(expected);
  expect(await network.ask('gettransactionfrompending', { value: id })).toMatchObject(expected);
  const pending = await network.ask('gettransactionbyid', { value: id });
  network.node.mine();
  expect(await network.ask('gettransactionbyid', { value: id })).toEqual(pending);
  expect(await network.ask('gettransactionfrompending', { value: id })).toEqual({});
});

test.each([
  ['REVERT', '60006000fd'],
  ['OUT_OF_ENERGY', '5b600056'],
  ['SUCCESS', '00'],
])('a pending call has the result %s', async (contractRet, code) => {
  const network = manual();
  const id = await broadcast(network, 'triggersmartcontract', await place(network, code));
  expect(await network.ask('gettransactionbyid', { value: id })).toMatchObject({ ret: [{ contractRet }] });
});

test('the solid port has no pending transaction', async () => {
  const network = manual();
  const value = await broadcast(network, 'createtransaction', transfer);
  expect(await post(network.node, '/walletsolidity/gettransactionbyid', { value })).toEqual({});
});

test('an id that is not 32 bytes in hexadecimal is an exception among pending transactions', async () => {
  const { node } = manual();
  const path = '/wallet/gettransactionfrompending';
  const notAHash = '{"Error":"class java.lang.IllegalArgumentException : null"}';
  for (const query of ['', '?value=', '?value=abcd', `?value=${'00'.repeat(33)}`])
    expect(await answerTo(node, path + query)).toBe(notAHash);
  expect(await answerTo(node, path, { value: '00' })).toBe(notAHash);
  expect(await answerTo(node, `${path}?value=xyz`)).toMatch(
    /^\{"Error":"class org\.bouncycastle\.util\.encoders\.DecoderException : exception decoding Hex string: /,
  );
  expect(await answerTo(node, `${path}?value=0x${'00'.repeat(32)}`)).toBe('{}');
});

test('the node counts no transactions', async () => {
  const network = manual();
  await broadcast(network, 'createtransaction', transfer);
  expect(await answerTo(network.node, '/wallet/totaltransaction')).toBe('{}');
});

/** A transfer that the change has been made to before it was signed, in hexadecimal. */
async function changed(
  { ask }: Network,
  change: (transaction: TransactionMessage['raw_data'] & object) => TransactionMessage['raw_data'],
): Promise<{ readonly hex: string; readonly id: string }> {
  const { raw_data_hex } = await ask<{ raw_data_hex: string }>('createtransaction', transfer);
  const raw = change(decode(TransactionRaw, hexToBytes(raw_data_hex)));
  const id = bytesToHex(sha256(encode(TransactionRaw, raw ?? {})));
  const signature = signId(id, alice.key);
  return { hex: bytesToHex(encode(Transaction, { raw_data: raw, signature: [signature] })), id };
}

const sendHex = (node: MockNode, transaction: string): Promise<unknown> =>
  post(node, '/wallet/broadcasthex', { transaction });

const signedByAlice = (id: string): string =>
  `Validate signature error: ${id} is signed by ${toBase58(alice.address)} but it is not contained of permission.`;

test.each([
  ['a type of another message', (type: number) => type + 2],
  ['a type without a message', () => 20],
  ['an unknown type', () => 99],
])('rejects a contract of %s because of its signature', async (_, typeOf) => {
  const network = openNetwork();
  const { hex, id } = await changed(network, (raw) => ({
    ...raw,
    contract: raw.contract.map((contract) => ({ ...contract, type: typeOf(contract.type) })),
  }));
  expect(await sendHex(network.node, hex)).toMatchObject({ code: 'SIGERROR', message: signedByAlice(id) });
});

test('a contract whose bytes are not a message is rejected for its signature', async () => {
  const network = openNetwork();
  const { hex, id } = await changed(network, (raw) => ({
    ...raw,
    contract: raw.contract.map((contract) => ({
      ...contract,
      parameter: { type_url: contract.parameter?.type_url ?? '', value: 'ffff' },
    })),
  }));
  expect(await sendHex(network.node, hex)).toMatchObject({ code: 'SIGERROR', message: signedByAlice(id) });
});

test('an expired transaction is rejected before its contract is checked', async () => {
  const network = openNetwork();
  const { hex } = await changed(network, (raw) => ({
    ...raw,
    expiration: 1n,
    contract: raw.contract.map((contract) => ({ ...contract, type: 99 })),
  }));
  expect(await sendHex(network.node, hex)).toMatchObject({ code: 'TRANSACTION_EXPIRATION_ERROR' });
});

test('rejects two contracts as a contract, and none before all other checks', async () => {
  const network = openNetwork();
  const two = await changed(network, (raw) => ({ ...raw, contract: [...raw.contract, ...raw.contract] }));
  expect(await sendHex(network.node, two.hex)).toMatchObject({
    code: 'CONTRACT_VALIDATE_ERROR',
    message: `Contract validate error : tx ${two.id} contract size should be exactly 1, this is extend feature ,actual :2`,
  });
  const none = await changed(network, (raw) => ({ ...raw, expiration: 1n, contract: [] }));
  expect(await sendHex(network.node, none.hex)).toMatchObject({ message: 'Contract validate error : No contract!' });
});

test('a block of more than 4 MiB as JSON is imported', async () => {
  const network = manual();
  const memo = 'ab'.repeat(200_000);
  for (let sent = 0; sent < 8; sent++) await broadcast(network, 'createtransaction', { ...transfer, extra_data: memo });
  const { node: other } = network;
  const target = createMockNode({ mining: { kind: 'manual' } });
  other.mine();
  const head = await answerTo(other, '/wallet/getnowblock');
  expect(head.length).toBeGreaterThan(4 * 1024 * 1024);
  expect(await post(target, '/admin/importblock', JSON.parse(head) as object)).toEqual({ result: true });
  expect(await answerTo(target, '/wallet/getnowblock')).toBe(head);
});
