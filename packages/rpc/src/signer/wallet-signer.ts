import { describeValue, reasonOf } from '@coin/errors';
import { type Address } from '@coin/units';
import { toAddress } from '../address/address.ts';
import { rejectUnknown } from '../encoding/arguments.ts';
import { hexToBytes } from '../encoding/hex.ts';
import { type JsonObject } from '../encoding/json.ts';
import { RpcError } from '../errors.ts';
import { CONTRACT_TYPES, isContractType } from '../transaction/contracts/contract-types.ts';
import { normalizeSignature } from '../transaction/normalize-signature.ts';
import { type Signer } from '../transaction/sign-transaction.ts';
import { transactionArgument } from '../transaction/transaction-argument.ts';
import { type Transaction } from '../transaction/transaction.ts';
import { hexForm } from '../transaction/wire/hex-form.ts';
import { isRefusal } from './is-refusal.ts';
import { recoverAddress } from './recover-address.ts';
import { selectedAccount, type Wallet, type WalletProvider, type WalletTransaction } from './wallet-provider.ts';

/** A signer that checks the wallet's answers. */
export interface WalletSigner extends Signer {
  readonly address: Address;
  readonly maySend: true;
  readonly sign: (digest: Uint8Array, transaction: Transaction) => Promise<string>;
}

/** The JSON for a wallet. It is a copy, because wallets add fields to their argument. */
function walletTransaction({ txID, rawDataHex, rawData }: Transaction): WalletTransaction {
  const rejected = (detail: string) => new RpcError('SIGNATURE_INVALID', { txID, reason: 'not for wallets', detail });
  const [contract] = rawData['contract'] as readonly [JsonObject & { type: string; parameter: JsonObject }];
  const { type, parameter } = contract;
  // A wallet reads the JSON, and of an unknown type there is none.
  if (!isContractType(type)) throw rejected(`a wallet cannot be given a ${type} from bytes alone`);
  const value = hexForm(CONTRACT_TYPES[type].fields, parameter['value'] as JsonObject);
  const json = { ...rawData, contract: [{ ...contract, parameter: { ...parameter, value } }] };
  const text = JSON.stringify(json, (key, item: unknown) => {
    if (typeof item !== 'bigint') return item;
    if (!Number.isSafeInteger(Number(item)))
      throw rejected(`wallets take numbers up to ${Number.MAX_SAFE_INTEGER}, and ${key} is ${item}`);
    return Number(item);
  });
  const raw_data = JSON.parse(text) as WalletTransaction['raw_data'];
  return { visible: false, txID, raw_data, raw_data_hex: rawDataHex };
}

/** The wallet that is asked now. A provider replaces its own when the chain changes. */
function walletOf<T>(
  wallet: Wallet<T> | WalletProvider<T>,
  { txID, expected }: { readonly txID: string; readonly expected: Address },
): Wallet<T> {
  if ('sign' in wallet) return wallet;
  const { tronWeb } = wallet;
  if (typeof tronWeb !== 'object')
    throw new RpcError('SIGNATURE_INVALID', {
      txID,
      reason: 'wallet locked',
      detail: 'the wallet is locked, or the page is not connected',
    });
  const actual = selectedAccount(wallet);
  if (actual !== undefined && actual !== expected) throw new RpcError('WRONG_SIGNER', { txID, expected, actual });
  return tronWeb.trx;
}

const sameHex = (given: unknown, expected: string): boolean =>
  typeof given === 'string' && given.replace(/^0x/, '').toLowerCase() === expected;

/**
 * Creates a signer over a wallet that keeps its key: TronLink and other wallets that put an object into the page,
 * WalletConnect, an adapter. The signed transaction must have the id and the bytes of the verified transaction, and one
 * signature of these bytes by the key of `address`.
 *
 * If the wallet's key is one of several keys of the account, pass a function that signs for other owners too: `{ sign:
 * (transaction: Types.Transaction) => tronWeb.trx.multiSign(transaction) }`.
 *
 * Another script may have changed the wallet's object, so its answer is checked like a node's.
 *
 * Some wallets send the transaction themselves and return no signature. {@link sendTransaction} then looks for it until it
 * is in a block or its expiry is proven.
 *
 * Of a provider, such as `window.tron`, it asks the current `tronWeb`, and does not ask if another account is selected.
 * `watchWallet` tells when the user selects another account or chain.
 *
 * @param wallet - `window.tron`, `window.tronLink`, `tronWeb.trx`, or anything with `sign(transaction)`
 * @param options - `address`: of the account that is selected in the wallet, base58check or 41-hex
 * @throws `ADDRESS_INVALID`, `ARGUMENT_INVALID`; signing throws `REJECTED_BY_USER`; `TRANSACTION_CHANGED` when the wallet
 * returns another transaction; `WRONG_SIGNER` when it signs with another key; `BROADCAST_OUTCOME_UNKNOWN` when it fails
 * or returns no valid signature in any other way; `SIGNATURE_INVALID` when it cannot be asked, because it is locked, or the
 * transaction has a number above 2^53 - 1 or a contract whose fields this package does not know
 *
 * @example
 * ```ts
 * import { createNodeClient, createTransaction, signTransaction } from '@coin/rpc';
 * import { createKeySigner, createWalletSigner, type WalletTransaction } from '@coin/rpc/signer';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const { address, sign } = createKeySigner('bf7c82c5d9166e606c392b11b183c303ab774085c85b7756bb4a19a227426573');
 * const to = 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8';
 * const transfer = await createTransaction(client, { owner: address, to, amount: 1_000_000n });
 * // In a page, wallet is window.tronWeb.trx and address is window.tronWeb.defaultAddress.base58.
 * const wallet = {
 *   sign: async (transaction: WalletTransaction) => {
 *     const digest = Uint8Array.from(transaction.txID.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
 *     return { ...transaction, signature: [sign(digest)] };
 *   },
 * };
 * const signed = await signTransaction(transfer, createWalletSigner(wallet, { address }));
 * signed.signatures.length; // => 1
 * ```
 */
export function createWalletSigner<T = WalletTransaction>(
  wallet: Wallet<T> | WalletProvider<T>,
  options: { address: string },
): WalletSigner {
  rejectUnknown(options, ['address']);
  const address = toAddress(options.address);
  return {
    address,
    maySend: true,
    async sign(_, transaction) {
      const checked = transactionArgument(transaction);
      const { txID, rawDataHex, expiration } = checked;
      const shown = walletTransaction(checked) as T;
      const asked = walletOf(wallet, { txID, expected: address });
      let answer: unknown;
      let cause: unknown;
      try {
        answer = await asked.sign(shown);
      } catch (error) {
        cause = error;
      }
      const refusal = cause ?? answer;
      if (isRefusal(refusal))
        throw new RpcError('REJECTED_BY_USER', { txID, reason: reasonOf(refusal) }, { cause: refusal });
      const signed: Partial<Record<'txID' | 'raw_data_hex' | 'signature', unknown>> = Object(answer);
      const { txID: id = txID, raw_data_hex: bytes = rawDataHex, signature: list } = signed;
      if (!sameHex(id, txID) || !sameHex(bytes, rawDataHex))
        throw new RpcError('TRANSACTION_CHANGED', { txID, changedTxID: describeValue(id) });
      const signature = normalizeSignature(Array.isArray(list) && list.length === 1 ? list[0] : undefined);
      const actual = signature && recoverAddress(hexToBytes(txID), signature);
      if (signature === undefined || actual === undefined) {
        const reason = 'the wallet returned no valid signature, and may have sent it';
        throw new RpcError('BROADCAST_OUTCOME_UNKNOWN', { txID, expiration, reason }, { retryable: true, cause });
      }
      if (actual !== address) throw new RpcError('WRONG_SIGNER', { txID, expected: address, actual });
      return signature;
    },
  };
}
