import { genesisRoot } from '../../src/chain/genesis.ts';
import { presetNetwork } from '../../src/network/presets.ts';
import type { PresetName } from '../../src/network/presets.ts';
import { newAccount, putAccount } from '../../src/state/accounts.ts';
import { setListedParameter, updateProperties } from '../../src/state/dynamic-properties.ts';
import type { ChainParameterName } from '../../src/protocol/chain-parameters.ts';
import type { Account } from '../../src/state/records/account.ts';
import type { Properties } from '../../src/state/records/properties.ts';
import { createState } from '../../src/state/root.ts';
import type { State } from '../../src/state/root.ts';

/** Addresses without keys, for arithmetic. */
export const addresses = [1, 2, 3, 4].map((digit) => `41${String(digit).repeat(40)}`) as [
  string,
  string,
  string,
  string,
];

export function ledger({
  preset = 'mainnet',
  parameters = {},
  properties = {},
  accounts = [],
}: {
  readonly preset?: PresetName;
  readonly parameters?: Readonly<Partial<Record<ChainParameterName, bigint>>>;
  readonly properties?: Partial<Properties>;
  readonly accounts?: readonly (Pick<Account, 'address'> & Partial<Account>)[];
} = {}): State {
  const state = createState(genesisRoot(presetNetwork(preset)));
  for (const [name, value] of Object.entries(parameters)) setListedParameter(state, name, value);
  updateProperties(state, properties);
  for (const account of accounts) putAccount(state, newAccount(account));
  return state;
}

/** Moves the head to a slot, as a block there would. */
export function atSlot(state: State, slot: number): void {
  const { root } = state;
  const head = root.blocks.last()!;
  const block = { ...head, number: head.number + 1, timestamp: root.blocks.first()!.timestamp + slot * 3000 };
  state.root = { ...root, blocks: root.blocks.push(block) };
}
