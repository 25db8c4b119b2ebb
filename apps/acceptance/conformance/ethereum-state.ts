import assert from 'node:assert/strict';
import { type MemoryState } from '@coin/mock-node/vm';
import { type Hex } from 'viem';
import { addressOf, bytesOf, readSlot } from './vm-calls.ts';

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
