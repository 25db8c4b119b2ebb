import { type AccountOptions } from '../node/node-accounts.ts';
import { type Flags } from './flags.ts';
import { readInteger } from './read-values.ts';
import { UsageError } from './usage-error.ts';

/** The default number of accounts from a mnemonic, the same as in a preset. */
const DERIVED_ACCOUNTS = 10;

/**
 * Reads the accounts that flags ask for; undefined without such flags. Loads the code for keys and amounts on use.
 *
 * @throws UsageError
 */
export async function readAccounts(given: Flags): Promise<AccountOptions | undefined> {
  const { mnemonic, accounts, balance, 'private-key': own = [] } = given;
  if (mnemonic === undefined && accounts === undefined && balance === undefined && own.length === 0) return undefined;
  const count = accounts === undefined ? undefined : readInteger('--accounts', accounts, { min: 0, max: 1000 });
  const privateKeys = readPrivateKeys('--private-key', own);
  const initialBalance = balance === undefined ? {} : { balance: await readCoin('--balance', balance) };
  if (mnemonic === undefined) return { ...(count !== undefined && { count }), privateKeys, ...initialBalance };
  const { deriveKeys } = await import('./derive-keys.ts');
  const derived = deriveKeys(mnemonic, count ?? DERIVED_ACCOUNTS);
  return { count: 0, privateKeys: [...derived, ...privateKeys], ...initialBalance };
}

/** Does not repeat a key in the message, because it is a secret. @throws UsageError */
export function readPrivateKeys(flag: string, keys: readonly string[]): readonly string[] {
  if (keys.every((key) => /^(0x)?[0-9a-fA-F]{64}$/.test(key))) return keys;
  throw new UsageError(`${flag} must be a private key: 32 bytes in hexadecimal digits`);
}

async function readCoin(flag: string, text: string): Promise<bigint> {
  const { safeParseCoin } = await import('@coin/units');
  const result = safeParseCoin(text);
  if (result.success) return result.value;
  throw new UsageError(`${flag} must be an amount in coins such as 1.5: ${result.error.shortMessage}`);
}
