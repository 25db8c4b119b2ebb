import { EventEmitter } from 'node:events';
import { signTransaction } from '@coin/rpc';
import {
  createKeySigner,
  createWalletSigner,
  watchWallet,
  type WalletChange,
  type WalletProvider,
  type WalletTransaction,
} from '@coin/rpc/signer';
import { describe, expect, test, vi } from 'vitest';
import { ALICE, ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';

const BEN = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
const key = createKeySigner(ALICES_KEY);
const transfer = await builtTransfer();

/** A TronWeb of a wallet, and what it was asked. */
function tronWebOf(base58: string | false | undefined) {
  const asked: WalletTransaction[] = [];
  const sign = async (transaction: WalletTransaction) => {
    asked.push(transaction);
    return { ...transaction, signature: [key.sign(Buffer.from(transaction.txID, 'hex'))] };
  };
  return { asked, tronWeb: { trx: { sign }, ...(base58 !== undefined && { defaultAddress: { base58 } }) } };
}

const request = async () => [];

describe('createWalletSigner of a provider', () => {
  test.each([ALICE, undefined, false as const])('asks its TronWeb while %s is selected', async (selected) => {
    const { tronWeb } = tronWebOf(selected);
    const signed = await signTransaction(transfer, createWalletSigner({ request, tronWeb }, { address: ALICE }));
    expect(signed).toEqual(await signTransaction(transfer, key));
  });

  test('asks the TronWeb that a change of the chain has put in place', async () => {
    const [before, after] = [tronWebOf(ALICE), tronWebOf(ALICE)];
    const provider = { request, tronWeb: before.tronWeb };
    const signer = createWalletSigner(provider, { address: ALICE });
    provider.tronWeb = after.tronWeb;
    await signTransaction(transfer, signer);
    expect([before.asked.length, after.asked.length]).toEqual([0, 1]);
  });

  test('does not ask while another account is selected', async () => {
    const { asked, tronWeb } = tronWebOf(BEN);
    const signing = signTransaction(transfer, createWalletSigner({ request, tronWeb }, { address: ALICE }));
    await expect(signing).rejects.toMatchObject({ code: 'WRONG_SIGNER', context: { expected: ALICE, actual: BEN } });
    expect(asked).toEqual([]);
  });

  test.each([false as const, undefined])('says that a wallet whose TronWeb is %s is locked', async (tronWeb) => {
    const provider = { request, ...(tronWeb !== undefined && { tronWeb }) };
    const signing = signTransaction(transfer, createWalletSigner(provider, { address: ALICE }));
    await expect(signing).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      context: { reason: 'wallet locked' },
    });
  });
});

describe('watchWallet', () => {
  test.each<[string, unknown, WalletChange]>([
    ['accountsChanged', [BEN], { kind: 'account', address: BEN }],
    ['accountsChanged', [], { kind: 'account' }],
    ['accountsChanged', ['?'], { kind: 'account' }],
    ['accountsChanged', undefined, { kind: 'account' }],
    ['chainChanged', { chainId: '0x2b6653dc' }, { kind: 'chain', chainId: '0x2b6653dc' }],
    ['chainChanged', '0x2b6653dc', { kind: 'chain', chainId: '0x2b6653dc' }],
    ['chainChanged', undefined, { kind: 'chain' }],
    ['disconnect', { code: 4900 }, { kind: 'account' }],
  ])('reports the event %s of %j', (event, value, change) => {
    const provider = Object.assign(new EventEmitter(), { request });
    const changes: WalletChange[] = [];
    const stop = watchWallet(provider, (each) => changes.push(each));
    provider.emit(event, value);
    stop();
    provider.emit(event, value);
    expect(changes).toEqual([change]);
    expect(provider.eventNames()).toEqual([]);
  });

  test('reads the account itself after a message, which any script can post', () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    let tronWeb: WalletProvider['tronWeb'] = tronWebOf(ALICE).tronWeb;
    const provider: WalletProvider = {
      request,
      get tronWeb() {
        return tronWeb;
      },
    };
    const changes: WalletChange[] = [];
    const stop = watchWallet(provider, (each) => changes.push(each));
    const post = (data: unknown) => page.dispatchEvent(new MessageEvent('message', { data }));
    post({ message: { action: 'setAccount', data: { address: BEN } } });
    post({ message: { action: 'setNode', data: {} } });
    for (const other of [
      undefined,
      'setAccount',
      {},
      { message: { action: 'tabReply' } },
      { message: { action: 'toString' } },
    ])
      post(other);
    tronWeb = false;
    post({ message: { action: 'disconnect' } });
    stop();
    post({ message: { action: 'setNode' } });
    expect(changes).toEqual([{ kind: 'account', address: ALICE }, { kind: 'chain' }, { kind: 'account' }]);
    vi.unstubAllGlobals();
  });
});
