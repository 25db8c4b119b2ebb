import { readFileSync } from 'node:fs';
import { decodeTransaction, encodeTransaction, signTransaction, type Transaction } from '@coin/rpc';
import { createKeySigner, createWalletSigner, type WalletTransaction } from '@coin/rpc/signer';
import { describe, expect, test } from 'vitest';
import { composeTransaction } from '../../src/transaction/compose-transaction.ts';
import { CONTRACT_TYPES } from '../../src/transaction/contracts/contract-types.ts';
import { encodeSigned } from '../../src/transaction/encode-transaction.ts';
import { ALICE, ALICES_KEY, builtTransfer } from '../support/built-transfer.ts';
import { LATER_TYPE, laterTypeTransaction } from '../support/later-type.ts';

const key = createKeySigner(ALICES_KEY);
const transfer = await builtTransfer();
const { txID } = transfer;

/** As a wallet answers: the transaction with one signature. */
const signedBy = (signer: typeof key) => (transaction: WalletTransaction) => ({
  ...transaction,
  signature: [Buffer.from(signer.sign(Buffer.from(transaction.txID, 'hex'))).toString('hex')],
});
const sign = signedBy(key);

const signing = (answer: (transaction: WalletTransaction) => unknown, transaction = transfer) =>
  signTransaction(transaction, createWalletSigner({ sign: answer }, { address: ALICE }));

describe('createWalletSigner', () => {
  test('signs the same bytes as the key itself, and has the signer’s address', async () => {
    expect(await signing(async (transaction) => sign(transaction))).toEqual(await signTransaction(transfer, key));
    expect(createWalletSigner({ sign }, { address: '4127c11e9f4012e773291e4cfa07a580bda92985ea' }).address).toBe(ALICE);
  });

  test('calls the wallet as a method, and gives it a copy to write to', async () => {
    const wallet = {
      key,
      sign(transaction: WalletTransaction) {
        transaction.raw_data.expiration = 0;
        return signedBy(this.key)(transaction);
      },
    };
    await signTransaction(transfer, createWalletSigner(wallet, { address: ALICE }));
    expect(encodeTransaction(transfer)).toBe(encodeTransaction(await builtTransfer()));
  });

  test('takes ids, bytes and signatures in upper case and with 0x', async () => {
    const loud = (text: string) => `0x${text.toUpperCase()}`;
    const signed = await signing((transaction) => {
      const { signature, raw_data_hex } = sign(transaction);
      return { txID: loud(txID), raw_data_hex: loud(raw_data_hex), signature: signature.map(loud) };
    });
    expect(signed).toEqual(await signTransaction(transfer, key));
  });

  test('adds to the signatures of others, which the wallet does not see', async () => {
    const once = await signTransaction(transfer, createKeySigner('11'.repeat(32)));
    const twice = await signing((transaction) => {
      expect(transaction).not.toHaveProperty('signature');
      return sign(transaction);
    }, once);
    expect(twice.signatures).toHaveLength(2);
  });

  const other = createKeySigner('11'.repeat(32));
  const UNSIGNED = { code: 'BROADCAST_OUTCOME_UNKNOWN', context: { txID, expiration: transfer.expiration } };
  const changedTo = (changedTxID: string) => ({ code: 'TRANSACTION_CHANGED', context: { txID, changedTxID } });

  test.each<[string, (transaction: WalletTransaction) => unknown, object]>([
    ['another id', (given) => ({ ...sign(given), txID: 'ab'.repeat(32) }), changedTo('ab'.repeat(32))],
    ['other bytes', (given) => ({ ...sign(given), raw_data_hex: '0a' }), changedTo(txID)],
    ['an id that is no text', (given) => ({ ...sign(given), txID: null }), changedTo('null')],
    [
      'the signature of another account',
      signedBy(other),
      { code: 'WRONG_SIGNER', context: { txID, expected: ALICE, actual: other.address } },
    ],
    [
      'the signature of another transaction',
      (given) => ({ ...given, signature: sign({ ...given, txID: 'ab'.repeat(32) }).signature }),
      { code: 'WRONG_SIGNER' },
    ],
    ['nothing', () => undefined, UNSIGNED],
    ['null', () => null, UNSIGNED],
    ['true', () => true, UNSIGNED],
    ['false', () => false, UNSIGNED],
    ['the text of a signature', (given) => sign(given).signature[0], UNSIGNED],
    ['the result of a broadcast', () => ({ result: true, txid: txID }), UNSIGNED],
    ['no signature', (given) => given, UNSIGNED],
    ['a signature that is not a list', (given) => ({ ...given, signature: 'ab' }), UNSIGNED],
    ['an empty list', (given) => ({ ...given, signature: [] }), UNSIGNED],
    ['an empty list and nothing else', () => ({ signed: true, signature: [] }), UNSIGNED],
    ['two signatures', (given) => ({ ...given, signature: Array(2).fill(sign(given).signature[0]) }), UNSIGNED],
    ['a short signature', (given) => ({ ...given, signature: ['ab'] }), UNSIGNED],
    ['a signature of no key', (given) => ({ ...given, signature: [`${'00'.repeat(64)}1b`] }), UNSIGNED],
    ['a failure', () => Promise.reject(new Error('Request expired. Please try again.')), UNSIGNED],
    ['a thrown text', () => Promise.reject('Failed to fetch'), UNSIGNED],
  ])('rejects an answer with %s', async (_, answer, error) => {
    await expect(signing(answer)).rejects.toMatchObject(error);
  });

  test('takes the signature of an answer that names neither id nor bytes', async () => {
    const answer = (given: WalletTransaction) => ({ signature: sign(given).signature });
    expect(await signing(answer)).toEqual(await signTransaction(transfer, key));
  });

  /** What wallets throw, or return, when their user refuses. */
  const refusals: Readonly<Record<string, unknown>> = {
    'TronLink’s extension': 'Confirmation declined by user',
    'TronLink for iOS': 'cancel',
    'TronLink for Android': 'cancle',
    'a provider of EIP-1193': Object.assign(new Error('MetaMask Tx Signature'), { code: 4001 }),
    'TIP-1193': { code: 4001, message: '' },
    'WalletConnect, any request': { code: 5000, message: 'User rejected.' },
    'WalletConnect, a method': { code: 5002, message: 'User rejected methods.' },
    imToken: new Error('user_canceled'),
    Ledger: new Error('Ledger device: Condition of use not satisfied (denied by the user?) (0x6985)'),
    // As @tronweb3/tronwallet-adapters wraps it.
    'an adapter': Object.assign(new Error('Sign transaction failed'), { error: 'Confirmation declined by user' }),
    'a wrapped error': new Error('cannot sign', { cause: new Error('User denied transaction signature.') }),
  };

  test.each(Object.entries(refusals))('reports the refusal of a user of %s', async (_, refusal) => {
    for (const answer of [() => Promise.reject(refusal), () => refusal])
      await expect(signing(answer)).rejects.toMatchObject({
        code: 'REJECTED_BY_USER',
        context: { txID },
        retryable: false,
        cause: refusal,
      });
  });

  test('rejects a wallet without an address', () => {
    expect(() => createWalletSigner({ sign }, {} as never)).toThrow(
      expect.objectContaining({ code: 'ADDRESS_INVALID' }),
    );
  });
});

describe('the argument of a wallet', () => {
  const given = async (transaction: Transaction): Promise<WalletTransaction> => {
    let seen: WalletTransaction | undefined;
    const answer = (wallet: WalletTransaction) => {
      seen = structuredClone(wallet);
      throw new Error('seen');
    };
    await signing(answer, transaction).catch(() => {});
    return seen ?? expect.fail('the wallet was not asked');
  };

  const transactions = JSON.parse(
    readFileSync(new URL('../fixtures/transactions.json', import.meta.url), 'utf8'),
  ) as (Transaction & { rawData: { contract: [{ type: string }] } })[];
  const known = transactions.filter(({ rawData }) => rawData.contract[0].type in CONTRACT_TYPES);

  /** Integers as text. */
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_, item: unknown) => (typeof item === 'number' ? String(item) : item)));

  test.each(
    known.map((item): [string, typeof item] => [`${item.rawData.contract[0].type} ${item.txID.slice(0, 8)}`, item]),
  )('is the recorded %s as a node prints it with visible false', async (_, { txID: id, rawDataHex, rawData }) => {
    const json = await given(decodeTransaction(encodeSigned(rawDataHex, [])));
    expect(plain(json)).toEqual({ visible: false, txID: id, raw_data: plain(rawData), raw_data_hex: rawDataHex });
  });

  test('is nothing for a contract whose type has no JSON here', async () => {
    const transaction = laterTypeTransaction();
    await expect(signing(sign, transaction)).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      context: { reason: 'not for wallets', detail: `a wallet cannot be given a ${LATER_TYPE} from bytes alone` },
    });
  });

  const transferOf = (amount: bigint) =>
    composeTransaction(
      {
        type: 'TransferContract',
        value: { owner_address: ALICE, to_address: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8', amount },
      },
      { refBlockBytes: '0001', refBlockHash: '0102030405060708', expiration: 2, timestamp: 1 },
    );

  test('has each number that JSON holds exactly, and is rejected with a larger one', async () => {
    const { raw_data } = await given(transferOf(2n ** 53n - 1n));
    expect(raw_data.contract[0]?.parameter.value).toMatchObject({ amount: Number.MAX_SAFE_INTEGER });
    await expect(signing(sign, transferOf(2n ** 53n))).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
      context: {
        reason: 'not for wallets',
        detail: 'wallets take numbers up to 9007199254740991, and amount is 9007199254740992',
      },
    });
  });
});
