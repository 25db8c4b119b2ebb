import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { type Tampering } from '../../../src/index.ts';
import { openNode, type Json } from '../../support/http-network.ts';

interface Transaction {
  readonly txID: string;
  readonly raw_data: Json & { readonly contract: readonly { readonly parameter: { readonly value: Json } }[] };
  readonly raw_data_hex: string;
}

async function built(change?: Tampering): Promise<Transaction & { readonly other: string }> {
  const { node, post, owner, other } = openNode();
  if (change) node.faults.add({ path: '/wallet/createtransaction', fault: { kind: 'tampered', change } });
  const body = { owner_address: owner, to_address: other, amount: 5, visible: true };
  return { ...((await post('/wallet/createtransaction', body)) as unknown as Transaction), other };
}

const idOf = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

describe('a tampered transaction', () => {
  const attacker = 'TA7QfZdDN1XBEcpnwuzkQYhDMSqtK1Rf5A';

  test.each([
    ['recipient', { recipient: attacker }, { to_address: attacker }],
    ['owner', { owner: attacker }, { owner_address: attacker }],
    ['amount', { amount: 5000n }, { amount: 5000 }],
  ])('has another %s', async (_, change, value) => {
    const { raw_data, raw_data_hex, txID } = await built(change);
    expect(raw_data.contract[0]?.parameter.value).toMatchObject(value);
    expect(txID).toBe(idOf(raw_data_hex));
  });

  test.each([
    ['fee limit', { feeLimit: 7n }, { fee_limit: 7 }],
    ['memo', { memo: 'hello' }, { data: '68656c6c6f' }],
    ['expiration', { expiration: 9n }, { expiration: 9 }],
    ['permission', { permissionId: 2 }, { contract: [{ Permission_id: 2 }] }],
  ])('has another %s', async (_, change, raw) => {
    const { raw_data, raw_data_hex, txID } = await built(change);
    expect(raw_data).toMatchObject(raw);
    expect(txID).toBe(idOf(raw_data_hex));
  });

  test('has a second contract', async () => {
    const { raw_data, raw_data_hex, txID } = await built({ secondContract: true });
    expect(raw_data.contract).toHaveLength(2);
    expect(txID).toBe(idOf(raw_data_hex));
  });

  test('keeps the id and the bytes of the honest one with ids: kept', async () => {
    const honest = await built();
    const { raw_data, raw_data_hex, txID } = await built({ recipient: attacker, ids: 'kept' });
    expect([raw_data_hex, txID]).toEqual([honest.raw_data_hex, honest.txID]);
    expect(raw_data.contract[0]?.parameter.value).toMatchObject({ to_address: attacker });
  });

  test('is in the answer to a contract call, too', async () => {
    const { node, post, owner, other } = openNode();
    node.scripts.add({ contract: other });
    node.faults.add({ fault: { kind: 'tampered', change: { feeLimit: 99n } } });
    const call = {
      owner_address: owner,
      contract_address: other,
      function_selector: 'f()',
      fee_limit: 5,
      visible: true,
    };
    const { transaction } = (await post('/wallet/triggersmartcontract', call)) as unknown as {
      transaction: Transaction;
    };
    expect(transaction.raw_data['fee_limit']).toBe(99);
    expect(transaction.txID).toBe(idOf(transaction.raw_data_hex));
  });
});

describe('a broadcast whose answer is lost', () => {
  async function broadcastAndLose(fault: { readonly taken: boolean; readonly answer: 'reset' | 'hang' | 'success' }) {
    const { node, post, owner, other } = openNode();
    const transaction = await post('/wallet/createtransaction', {
      owner_address: owner,
      to_address: other,
      amount: 5,
      visible: true,
    });
    const key = Buffer.from(node.accounts.at(0)?.privateKey ?? '', 'hex');
    const bytes = secp256k1.sign(Buffer.from(String(transaction['txID']), 'hex'), key, {
      prehash: false,
      format: 'recovered',
    });
    const [recoveryBit = 0, ...rest] = bytes;
    const signature = [Buffer.from([...rest, recoveryBit]).toString('hex')];
    node.faults.add({ path: '/wallet/broadcasttransaction', times: 1, fault: { kind: 'lost-broadcast', ...fault } });
    const sent = await post('/wallet/broadcasttransaction', { ...transaction, signature }).catch(
      (error: unknown) => error,
    );
    const info = await post('/wallet/gettransactioninfobyid', { value: transaction['txID'] });
    return { sent, txid: transaction['txID'], isInBlock: 'blockNumber' in info };
  }

  test('reaches a block when it was accepted', async () => {
    const { sent, isInBlock } = await broadcastAndLose({ taken: true, answer: 'reset' });
    expect(sent).toBeInstanceOf(TypeError);
    expect(isInBlock).toBe(true);
  });

  test('reaches no block when it was ignored', async () => {
    const { sent, isInBlock } = await broadcastAndLose({ taken: false, answer: 'reset' });
    expect(sent).toBeInstanceOf(TypeError);
    expect(isInBlock).toBe(false);
  });

  test('reaches no block when it was ignored and reported as a success', async () => {
    const { sent, txid, isInBlock } = await broadcastAndLose({ taken: false, answer: 'success' });
    expect(sent).toEqual({ result: true, txid });
    expect(isInBlock).toBe(false);
  });
});
