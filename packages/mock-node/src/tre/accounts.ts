import { latestState, type Chain } from '../chain/chain.ts';
import { publishedAccount } from '../control/published-account.ts';
import { setBalance } from '../control/state-overrides.ts';
import { toBase58 } from '../protocol/address.ts';
import { MAX_INT64 } from '../protocol/java/long.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { getAccount } from '../state/accessors/accounts.ts';
import { changeStores } from './change-stores.ts';

/** An account whose key the node knows. */
export interface TreAccount {
  readonly address: Address;
  readonly privateKey: Hex;
}

/** The accounts that TRE's paths list: the node's, and those that clients add. */
export interface TreAccounts {
  /** Formats the accounts for people, with balances in coins. */
  readonly text: (format?: string) => string;
  readonly json: () => string;
  /** Adds accounts, each with this many coins. @returns the problem with an invalid number. */
  readonly generate: (accounts?: string, coins?: string) => string | undefined;
}

interface AccountsContext {
  readonly chain: Chain;
  readonly accounts: readonly TreAccount[];
}

const DEFAULT_COUNT = 10n;
const DEFAULT_COINS = 10_000n;
const SMALL_UNITS = 1_000_000n;
/** Each takes a millisecond of curve arithmetic, or two in a process that has just started. */
const MAX_COUNT = 500n;

/** Source: docs/protocol/tre.md, Accounts. */
export function createTreAccounts({ chain, accounts }: AccountsContext): TreAccounts {
  let batches: readonly (readonly TreAccount[])[] = [];
  let published = 0;

  chain.keepers.push(() => {
    const before = { batches, published };
    return () => void ({ batches, published } = before);
  });

  /** The next accounts with published keys that the node does not have yet. */
  function nextAccounts(count: number): readonly TreAccount[] {
    const taken = new Set([accounts, ...batches].flat().map(({ address }) => address));
    const batch: TreAccount[] = [];
    while (batch.length < count) {
      const account = publishedAccount(published++);
      if (!taken.has(account.address)) batch.push(account);
    }
    return batch;
  }

  function rows(format: string | undefined): string {
    const state = latestState(chain);
    const all = [accounts, ...batches].flat();
    return all
      .map(({ address }, index) => {
        const balance = formatCoins(getAccount(state, address)?.balance ?? 0n);
        const row = `(${index}) ${format === 'hex' ? address : toBase58(address)} (${balance} TRX)\n`;
        return format === 'all' ? `${row}    ${address}\n` : row;
      })
      .join('');
  }

  return {
    text(format) {
      const keys = [accounts, ...batches].flat().map(({ privateKey }, index) => `(${index}) ${privateKey}\n`);
      return `${title('Available Accounts')}${rows(format)}\n${title('Private Keys')}${keys.join('')}\n`;
    },
    json: () => JSON.stringify({ ...keysOf(accounts), more: batches.map(keysOf) }),
    generate(asked = String(DEFAULT_COUNT), coins = String(DEFAULT_COINS)) {
      const count = wholeNumber(asked, MAX_COUNT);
      if (count === undefined) return `accounts must be an integer from 1 to ${MAX_COUNT}, but is ${asked}.`;
      const balance = wholeNumber(coins, MAX_INT64 / SMALL_UNITS);
      if (balance === undefined)
        return `defaultBalance must be an integer from 1 to ${MAX_INT64 / SMALL_UNITS} coins, but is ${coins}.`;
      const batch = nextAccounts(Number(count));
      changeStores(chain, (state) => {
        for (const { address } of batch) setBalance(state, address, balance * SMALL_UNITS);
      });
      batches = [...batches, batch];
      return undefined;
    },
  };
}

const title = (text: string): string => `${text}\n==================\n\n`;

/** TRE's accounts come from a mnemonic; these keys do not. */
const keysOf = (accounts: readonly TreAccount[]) => ({
  hdPath: '',
  mnemonic: '',
  privateKeys: accounts.map(({ privateKey }) => privateKey),
});

function wholeNumber(text: string, max: bigint): bigint | undefined {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const value = BigInt(text);
  return value >= 1n && value <= max ? value : undefined;
}

function formatCoins(balance: bigint): string {
  const fraction = String(balance % SMALL_UNITS)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${balance / SMALL_UNITS}${fraction === '' ? '' : `.${fraction}`}`;
}
