import { latestState, type Chain } from '../chain/chain.ts';
import { runTraced } from '../chain/constant-call.ts';
import { argumentInvalid } from '../errors.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { toBase58 } from '../protocol/address.ts';
import { TriggerSmartContract } from '../protocol/messages/contract-messages.ts';
import { create } from '../protocol/messages/wire.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { createState, type State } from '../state/root.ts';
import { type Tracing } from '../vm/machine/trace.ts';
import { changeHead, readStorage, setStorage } from './state-overrides.ts';

/** A balance of a TRC-20 token. */
export interface DealtToken {
  readonly token: Address;
  readonly address: Address;
  /** Of the token's smallest unit. */
  readonly balance: bigint;
}

/** A storage slot of a contract, as a word of 64 digits. */
interface Slot {
  readonly contract: Address;
  readonly slot: Hex;
}

/**
 * Sets what `balanceOf` returns: tries the storage slots that it reads, and writes the one whose word is the balance.
 *
 * @throws MockNodeError `ARGUMENT_INVALID` if no slot holds the balance alone.
 */
export function dealToken(chain: Chain, { token, address, balance }: DealtToken): void {
  const state = latestState(chain);
  const ask = (asked: State, tracing: Tracing = {}): Hex | undefined =>
    callBalanceOf(chain, asked, { token, address }, tracing);
  const slots: Slot[] = [];
  const before = ask(state, slotReader(slots));
  if (before === undefined)
    throw argumentInvalid('token', toBase58(token), 'the address of a contract that answers balanceOf(address)');
  const answersWith = (slot: Slot, value: Hex): boolean => {
    const copy = createState(state.root);
    setStorage(copy, { ...slot, value });
    return ask(copy) === value;
  };
  const wanted = balance.toString(16).padStart(64, '0');
  // A switch or a rate could agree with one value by chance.
  const found = slots.find(
    (slot) =>
      readStorage(state, slot.contract, slot.slot) === before &&
      [PROBE, wanted].every((value) => answersWith(slot, value)),
  );
  if (found === undefined)
    throw argumentInvalid(
      'token',
      toBase58(token),
      'a token that keeps each balance in a storage slot by itself; this one computes or packs it',
    );
  changeHead(chain, (head) => setStorage(head, { ...found, value: wanted }));
}

/** An amount that no token has. */
const PROBE = '0123456789abcdef'.padStart(64, '0');

/** Collects the slots that an execution reads, the last one first, because a mapping is read after its settings. */
function slotReader(slots: Slot[]): Tracing {
  const running: Address[] = [];
  return {
    onCallEvent(event) {
      if (event.kind === 'start') running.push(event.address);
      if (event.kind === 'end') running.pop();
    },
    onStep({ name, top }) {
      const contract = running.at(-1);
      if (name !== 'SLOAD' || top === undefined || contract === undefined) return;
      slots.unshift({ contract, slot: top.toString(16).padStart(64, '0') });
    },
  };
}

/** The word that `balanceOf` returns; undefined if it fails or returns anything else. */
function callBalanceOf(
  chain: Chain,
  state: State,
  { token, address }: Pick<DealtToken, 'token' | 'address'>,
  tracing: Tracing,
): Hex | undefined {
  const call = create(TriggerSmartContract, {
    owner_address: address,
    contract_address: token,
    data: `70a08231${address.slice(2).padStart(64, '0')}`,
  });
  try {
    const { transaction, constant_result: [output = ''] = [] } = runTraced(chain, state, call, tracing);
    return transaction.ret?.[0]?.ret !== 1 && output.length === 64 ? output : undefined;
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}
