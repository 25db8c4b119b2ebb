import { type AccountOptions } from '../../node/node-accounts.ts';
import { UsageError } from '../usage-error.ts';
import { type Flags } from './flags.ts';

/** The default number of accounts from a mnemonic, the same as in a preset. */
const DERIVED_ACCOUNTS = 10;

/**
 * Reads the accounts that flags ask for; undefined without such flags. Loads the code for keys and amounts on use.
 *
 * @throws UsageError
 */
export async function readAccounts(given: Flags): Promise<AccountOptions | undefined> {
  const { mnemonic, accounts: count, balance, 'private-key': privateKeys = [] } = given;
  if (mnemonic === undefined && count === undefined && balance === undefined && privateKeys.length === 0)
    return undefined;
  const initialBalance = balance === undefined ? {} : { balance: await readCoin('--balance', balance) };
  if (mnemonic === undefined) return { ...(count !== undefined && { count }), privateKeys, ...initialBalance };
  const { deriveKeys } = await import('./derive-keys.ts');
  const derived = deriveKeys(mnemonic, count ?? DERIVED_ACCOUNTS);
  return { count: 0, privateKeys: [...derived, ...privateKeys], ...initialBalance };
}

async function readCoin(flag: string, text: string): Promise<bigint> {
  const { safeParseCoin } = await import('@coin/units');
  const result = safeParseCoin(text);
  if (result.success) return result.value;
  throw new UsageError(`${flag} must be an amount in coins such as 1.5: ${result.error.shortMessage}`);
}
