import { setBalance, setCode, setStorage } from '../control/state-overrides.ts';
import { type JsonObject, type JsonValue } from '../json/json-value.ts';
import { invalidParams } from '../jsonrpc/envelope/failures.ts';
import { type Address } from '../protocol/primitives.ts';
import { clearStorage, getContract } from '../state/accessors/contracts.ts';
import { createState, type State } from '../state/root.ts';
import { readAmount } from './call-fields.ts';
import { readAccount, readBytes, readQuantity } from './read-parameters.ts';

/** Changes one account of a copied state. Each is named as in geth's state overrides. */
const overrides: Readonly<Record<string, (state: State, address: Address, value: JsonValue) => void>> = {
  balance: (state, address, value) => setBalance(state, address, readAmount('balance', value)),
  // Accounts have no nonce on this chain.
  nonce: (_, __, value) => void readQuantity('nonce', value),
  code: (state, address, value) => setCode(state, address, readBytes('code', value)),
  state(state, address, value) {
    // A fork reads rows only when they are needed, so it cannot list those to clear.
    if (state.root.base !== undefined) throw invalidParams('state cannot be replaced on a fork: use stateDiff');
    clearStorage(state, address);
    setSlots(state, address, readObject('state', value));
  },
  stateDiff: (state, address, value) => setSlots(state, address, readObject('stateDiff', value)),
};

/** Applies the overrides of a call, by address, to a copy of the state. @throws MethodError, naming the field. */
export function overrideState(state: State, accounts: JsonValue): State {
  const copy = createState(state.root);
  if (accounts === null) return copy;
  for (const [account, changes] of readObject('the state override', accounts)) {
    const address = readAccount('the address of a state override', account);
    const fields = readObject(`the state override of ${account}`, changes);
    for (const name of fields.keys())
      if (!Object.hasOwn(overrides, name))
        throw invalidParams(`${name} is no state override: use ${Object.keys(overrides).join(', ')}`);
    for (const [name, override] of Object.entries(overrides)) {
      const value = fields.get(name) ?? null;
      if (value !== null) override(copy, address, value);
    }
  }
  return copy;
}

function setSlots(state: State, contract: Address, slots: JsonObject): void {
  if (getContract(state, contract) === undefined) setCode(state, contract, '');
  for (const [key, value] of slots) {
    const slot = wordOf(readQuantity('slot', key));
    setStorage(state, { contract, slot, value: wordOf(readQuantity(`the value of slot ${key}`, value)) });
  }
}

const wordOf = (value: bigint): string => value.toString(16).padStart(64, '0');

function readObject(name: string, value: JsonValue): JsonObject {
  if (!(value instanceof Map)) throw invalidParams(`${name} must be an object`);
  return value;
}
