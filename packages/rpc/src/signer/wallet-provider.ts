import { type Address } from '@coin/units';
import { isAddress, toAddress } from '../address/address.ts';

/** An unsigned transaction as wallets take it: a node's JSON with visible false, with addresses in 41-hex. */
export interface WalletTransaction {
  visible: boolean;
  txID: string;
  raw_data: {
    contract: { type: string; parameter: { value: object; type_url: string }; Permission_id?: number }[];
    ref_block_bytes: string;
    ref_block_hash: string;
    expiration: number;
    timestamp: number;
    data?: string;
    fee_limit?: number;
  };
  raw_data_hex: string;
}

/** The object that a wallet offers a page, such as `tronWeb.trx`. `T` is its own type of this JSON, if it has one. */
export interface Wallet<T = WalletTransaction> {
  /** Shows a transaction to its user and returns it with `signature`, a list of one. */
  readonly sign: (transaction: T) => unknown;
}

/** The TronWeb that a wallet puts into a page, as far as a signer needs it. */
export interface WalletTronWeb<T = WalletTransaction> {
  readonly trx: Wallet<T>;
  /** The selected account; `base58` is false before the user has connected the page. */
  readonly defaultAddress?: { readonly base58?: string | false };
}

/**
 * The object that a wallet puts into a page: `window.tron` of TIP-1193, or `window.tronLink`. `T` is the wallet's own type
 * of a transaction's JSON, if it has one.
 */
export interface WalletProvider<T = WalletTransaction> {
  /** Asks the wallet, such as for `eth_requestAccounts`, which connects the page. Rejects with code 4001 on a refusal. */
  readonly request: (request: { readonly method: string; readonly params?: unknown[] | object }) => Promise<unknown>;
  /** False before the user has connected the page. A wallet replaces it when the chain changes. */
  readonly tronWeb?: WalletTronWeb<T> | false | undefined;
  /** Listens to an event, as emitters of Node do; TronLink's older object has none. */
  readonly on?: (event: string, listener: (value: unknown) => void) => unknown;
  readonly removeListener?: (event: string, listener: (value: unknown) => void) => unknown;
}

/** Another account or chain in a wallet. Create a new signer, or a new client. */
export type WalletChange =
  | {
      readonly kind: 'account';
      /** The selected account; absent if the wallet is locked or the page is no longer connected. */
      readonly address?: Address;
    }
  | {
      readonly kind: 'chain';
      /** The last four bytes of the genesis block's id, in hex after 0x; absent if the wallet does not say it. */
      readonly chainId?: string;
    };

/** The account that is selected in a wallet. */
export function selectedAccount({ tronWeb }: Pick<WalletProvider<never>, 'tronWeb'>): Address | undefined {
  const address = typeof tronWeb === 'object' ? tronWeb.defaultAddress?.base58 : undefined;
  return isAddress(address) ? toAddress(address) : undefined;
}

/** What TronLink posts to its page when its user selects another account or node. */
const MESSAGES: Readonly<Record<string, WalletChange['kind']>> = {
  accountsChanged: 'account',
  setAccount: 'account',
  connect: 'account',
  disconnect: 'account',
  setNode: 'chain',
};

/** Any script can post a message, so it says only that something has changed. */
function watchMessages(provider: WalletProvider<never>, onChange: (change: WalletChange) => void): () => void {
  const listener = ({ data }: { readonly data: unknown }): void => {
    const { message }: { message?: { action?: unknown } } = Object(data);
    const kind = Object.hasOwn(MESSAGES, String(message?.action)) ? MESSAGES[String(message?.action)] : undefined;
    const address = selectedAccount(provider);
    if (kind === 'chain') onChange({ kind });
    if (kind === 'account') onChange(address === undefined ? { kind } : { kind, address });
  };
  globalThis.addEventListener('message', listener);
  return () => globalThis.removeEventListener('message', listener);
}

/**
 * Follows a wallet: calls `onChange` when its user selects another account or chain, locks it, or disconnects the page.
 * It listens to the events of TIP-1193, and to the messages that TronLink posts if the object has no events.
 *
 * Source: TIP-1193, Events.
 *
 * @param provider - `window.tron` or `window.tronLink`
 * @param onChange - called after each change
 * @returns a function that ends it
 *
 * @example
 * ```ts
 * import { EventEmitter } from 'node:events';
 * import { watchWallet, type WalletChange } from '@coin/rpc/signer';
 *
 * // In a page, provider is window.tron.
 * const provider = Object.assign(new EventEmitter(), { request: async () => [] });
 * const changes: WalletChange[] = [];
 * const stop = watchWallet(provider, (change) => changes.push(change));
 * provider.emit('accountsChanged', ['TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8']);
 * provider.emit('chainChanged', { chainId: '0x2b6653dc' });
 * stop();
 * changes;
 * // => [
 * //   { kind: 'account', address: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8' },
 * //   { kind: 'chain', chainId: '0x2b6653dc' },
 * // ]
 * ```
 */
export function watchWallet(provider: WalletProvider<never>, onChange: (change: WalletChange) => void): () => void {
  if (provider.on === undefined) return watchMessages(provider, onChange);
  const listeners: Readonly<Record<string, (value: unknown) => void>> = {
    accountsChanged: (accounts) => {
      const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
      onChange({ kind: 'account', ...(isAddress(address) && { address: toAddress(address) }) });
    },
    chainChanged: (info) => {
      const { chainId = info }: { chainId?: unknown } = Object(info);
      onChange({ kind: 'chain', ...(typeof chainId === 'string' && { chainId }) });
    },
    disconnect: () => onChange({ kind: 'account' }),
  };
  for (const [event, listener] of Object.entries(listeners)) provider.on(event, listener);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) provider.removeListener?.(event, listener);
  };
}
