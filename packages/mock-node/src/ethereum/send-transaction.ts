import { hexToBytes } from '@noble/hashes/utils.js';
import { broadcast } from '../chain/broadcast.ts';
import { buildTransaction } from '../chain/build-transaction.ts';
import { advanceClock, latestState, now, type Chain } from '../chain/chain.ts';
import { setImpersonated } from '../chain/impersonation.ts';
import { DEFAULT_DEPLOYER_ENERGY_LIMIT } from '../control/arguments/contract-options.ts';
import { signHash } from '../crypto/witness-signer.ts';
import { type JsonValue } from '../json/json-value.ts';
import { invalidParams, invalidRequest, rejection } from '../jsonrpc/envelope/failures.ts';
import { energyPrice } from '../ledger/execution/energy-billing.ts';
import { ChainError } from '../ledger/ledger-errors.ts';
import { CreateSmartContract, TransferContract, TriggerSmartContract } from '../protocol/messages/contract-messages.ts';
import { transactionId } from '../protocol/messages/ids.ts';
import { type TransactionMessage } from '../protocol/messages/messages.ts';
import { create } from '../protocol/messages/wire.ts';
import { type Address, type Hex } from '../protocol/primitives.ts';
import { getContract } from '../state/accessors/contracts.ts';
import { getParameter } from '../state/accessors/dynamic-properties.ts';
import { readCallFields, type CallFields } from './call-fields.ts';

export interface SendOptions {
  /** The private key of an account that the node knows. */
  readonly keyOf: (address: Address) => Hex | undefined;
  /** Whether to accept the account without a signature, now and later. */
  readonly isUnsigned: boolean;
}

/** Builds, signs and broadcasts a transfer, call or deployment. Returns the transaction's id. @throws MethodError */
export function sendTransaction(chain: Chain, value: JsonValue, { keyOf, isUnsigned }: SendOptions): Hex {
  const { from: owner, ...sent } = readCallFields(latestState(chain), value);
  if (owner === undefined) throw invalidParams('from must be an address');
  const key = keyOf(owner);
  const { impersonated } = chain.ledger;
  if (isUnsigned && key === undefined) setImpersonated(chain, owner, true);
  else if (key === undefined && !impersonated.includes(owner))
    throw invalidParams('the node does not know the key of from; impersonate the account first');
  for (;;) {
    const built = build(chain, owner, sent);
    const id = transactionId(built.raw_data);
    const signature = key === undefined ? [] : [signHash(hexToBytes(id), hexToBytes(key))];
    const { code, message } = broadcast(chain, { ...built, signature });
    if (code === 'SUCCESS') return id;
    if (code !== 'DUP_TRANSACTION_ERROR') throw invalidRequest(message);
    // An equal transaction of this millisecond. For Ethereum's tools they are two, because their nonces differ.
    advanceClock(chain, now(chain) + 1);
  }
}

function build(chain: Chain, owner: Address, { to, value, data, gas }: Omit<CallFields, 'from'>): TransactionMessage {
  const state = latestState(chain);
  const limit = getParameter(state, 'getMaxFeeLimit');
  const asked = gas === undefined ? limit : gas * energyPrice(state);
  const options = { feeLimit: asked < limit ? asked : limit };
  try {
    if (to === undefined) return buildTransaction(chain, CreateSmartContract, deployment(owner, value, data), options);
    if (getContract(state, to) === undefined) {
      if (data !== '') throw invalidParams('to has no contract, so data must be absent');
      return buildTransaction(chain, TransferContract, { owner_address: owner, to_address: to, amount: value });
    }
    const call = { owner_address: owner, contract_address: to, call_value: value, data };
    return buildTransaction(chain, TriggerSmartContract, create(TriggerSmartContract, call), options);
  } catch (error) {
    throw error instanceof ChainError ? rejection(error) : error;
  }
}

/** Callers pay for all of their energy, as with `deploy`. */
function deployment(owner: Address, value: bigint, bytecode: Hex) {
  return create(CreateSmartContract, {
    owner_address: owner,
    new_contract: {
      origin_address: owner,
      abi: { entrys: [] },
      call_value: value,
      consume_user_resource_percent: 100n,
      origin_energy_limit: DEFAULT_DEPLOYER_ENERGY_LIMIT,
      bytecode,
      name: '',
    },
  });
}
