import { genesisRoot } from '../../src/chain/genesis/genesis.ts';
import { presetNetwork, type PresetName } from '../../src/network/presets.ts';
import { type ChainParameterName } from '../../src/protocol/chain-parameters.ts';
import { BLOCK_INTERVAL_MS } from '../../src/protocol/time.ts';
import { newAccount, putAccount } from '../../src/state/accessors/accounts.ts';
import { appendBlock, firstBlock, headBlock } from '../../src/state/accessors/blocks.ts';
import { setListedParameter, updateProperties } from '../../src/state/accessors/dynamic-properties.ts';
import { existingRecord } from '../../src/state/accessors/existing-record.ts';
import { type Account } from '../../src/state/records/account.ts';
import { type Properties } from '../../src/state/records/properties.ts';
import { type Witness } from '../../src/state/records/witness.ts';
import { createState, type State } from '../../src/state/root.ts';

const addressOf = (digit: number): string => `41${String(digit).repeat(40)}`;

/** Addresses without known keys. */
export const addresses = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)] as const;

export type ParameterValues = Readonly<Partial<Record<ChainParameterName, bigint>>>;

/** The genesis ledger of a preset network with other parameters, properties and accounts. */
export function createLedger({
  preset = 'mainnet',
  parameters = {},
  properties = {},
  accounts = [],
}: {
  readonly preset?: PresetName;
  readonly parameters?: ParameterValues;
  readonly properties?: Partial<Properties>;
  readonly accounts?: readonly (Pick<Account, 'address'> & Partial<Account>)[];
} = {}): State {
  const state = createState(genesisRoot(presetNetwork(preset)));
  for (const [name, value] of Object.entries(parameters)) setListedParameter(state, name, value);
  updateProperties(state, properties);
  for (const account of accounts) putAccount(state, newAccount(account));
  return state;
}

/** The first witness of the genesis. */
export const genesisWitness = ({ root }: State): Witness =>
  existingRecord(root.witnesses.first(), 'witness', 'of genesis');

/** Moves the head to a slot, as a block there would. */
export function atSlot(state: State, slot: number): void {
  const head = headBlock(state);
  const timestamp = firstBlock(state.root).timestamp + slot * BLOCK_INTERVAL_MS;
  appendBlock(state, { ...head, number: head.number + 1, timestamp });
}
