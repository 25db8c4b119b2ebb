import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BlockContext, type MemoryState } from '@coin/mock-node/vm';
import { type Hex } from 'viem';
import { addressOf, BLOCK, bytesOf, readSlot } from './vm-calls.ts';

/** An account in Ethereum's tests. */
export interface Account {
  readonly balance: Hex;
  readonly code: Hex;
  readonly storage: Readonly<Record<Hex, Hex>>;
}

export type Accounts = Readonly<Record<Hex, Account>>;

const wordOf = (value: Hex): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`;

/** A balance, or nothing where it and what is added to it exceed what the network allows. */
const possible = (balance: bigint): bigint => (balance >= 0n && balance < 2n ** 62n ? balance : 0n);

/** Creates the accounts. */
export function putAccounts(state: MemoryState, accounts: Accounts): void {
  for (const [address, { balance, code, storage }] of Object.entries(accounts))
    if (code === '0x') state.putAccount(addressOf(address), possible(BigInt(balance)));
    else
      state.putContract(addressOf(address), {
        code: bytesOf(code),
        balance: possible(BigInt(balance)),
        storage: Object.entries(storage).map(
          ([slot, value]) => [bytesOf(wordOf(slot as Hex)), bytesOf(wordOf(value))] as const,
        ),
      });
}

/** Compares the storage of the accounts. A slot of before that is left out is erased. */
export function checkStorage(state: MemoryState, before: Accounts, after: Accounts): void {
  for (const [address, { storage }] of Object.entries(after)) {
    const slots = { ...before[address as Hex]?.storage, ...storage };
    for (const slot of Object.keys(slots) as Hex[])
      assert.equal(
        `0x${readSlot(state, addressOf(address), wordOf(slot))}`,
        wordOf(storage[slot] ?? '0x0'),
        `${address}, slot ${slot}`,
      );
  }
}

/** A block of a test. */
export const blockOf = (coinbase: Hex, number: Hex, timestamp: Hex): BlockContext => ({
  ...BLOCK,
  coinbase: addressOf(coinbase),
  number: Number(number),
  timestamp: Number(timestamp) * 1000,
});

/** The tests in the JSON files of a folder and its subfolders, in the order of the files. */
export const readTests = <T>(
  folder: string,
): readonly { readonly file: string; readonly name: string; readonly test: T }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .flatMap((file) => {
      const tests = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Readonly<Record<string, T>>;
      return Object.entries(tests).map(([name, test]) => ({ file, name, test }));
    });
