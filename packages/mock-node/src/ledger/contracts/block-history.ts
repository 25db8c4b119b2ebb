import { hexToBytes } from '../../protocol/hex.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';
import { getAccount, newAccount, putAccount } from '../../state/accessors/accounts.ts';
import { headBlock } from '../../state/accessors/blocks.ts';
import { getCode, getContract, putCode, putContract, putStorageRow } from '../../state/accessors/contracts.ts';
import { isEnabled } from '../../state/accessors/dynamic-properties.ts';
import { type State } from '../../state/root.ts';
import { keccak256 } from '../../vm/words/keccak.ts';

const HISTORY_ADDRESS: Address = '410000f90827f1c53a10cb7a02335b175320002935';
/** Its `storagePrefix`, with which the key of each of its rows begins. */
const HISTORY_PREFIX: Hex = '08a62472cc9e6892d2deb3431f4ccfd3';
/** Number of block ids that the contract keeps. */
const WINDOW = 8191;
/** Returns the id of a recent block, whose number is the 32 bytes of the call's data. */
const CODE =
  '3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f356001430381116042576' +
  '11fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500';

/**
 * Creates the contract with the ids of recent blocks, unless there is another one at its address.
 *
 * Source: docs/protocol/blocks.md, History of block ids.
 */
export function createBlockHistory(state: State): void {
  const address = HISTORY_ADDRESS;
  if (getCode(state, address) !== undefined || getContract(state, address) !== undefined) return;
  const bytes = hexToBytes(CODE);
  putCode(state, address, { bytes, hash: keccak256(bytes) });
  putContract(state, {
    address,
    deployer: '413462413af4609098e1e27a490f554f260213d685',
    name: 'BlockHashHistory',
    bytecode: '',
    callValue: 0n,
    consumeUserResourcePercent: 100n,
    deployerEnergyLimit: 0n,
    codeHash: '',
    transactionHash: '',
    version: 0,
  });
  const account = getAccount(state, address) ?? newAccount({ address });
  putAccount(state, { ...account, type: 'Contract', acquired: { bandwidth: 0n, energy: 0n } });
}

/** Writes the id of the head into the history, before the transactions of the next block. */
export function recordHead(state: State): void {
  if (!isEnabled(state, 'getAllowTvmPrague')) return;
  const { number, id } = headBlock(state);
  // The low half of the slot.
  const slot = (number % WINDOW).toString(16).padStart(32, '0');
  putStorageRow(state, HISTORY_ADDRESS, HISTORY_PREFIX + slot, hexToBytes(id));
}
