import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type CompletedCall, type ContractCall } from '../../chain/constant-call.ts';
import { type EstimateAnswer } from '../../chain/estimate-energy.ts';
import { readAddress, readAmount, readHex } from '../../control/arguments/control-arguments.ts';
import { argumentInvalid } from '../../errors.ts';
import { checkKeys, type KnownKeys } from '../../known-keys.ts';
import { functionSelector } from '../../message/function-selector.ts';
import { ResponseCode } from '../../protocol/messages/api-messages.ts';
import { type TransactionMessage } from '../../protocol/messages/messages.ts';
import { type Address, type Hex } from '../../protocol/primitives.ts';

/** A scripted answer to a contract call. Energy is in units, 0 or more. */
export interface CallScript {
  /** Base58check or 41-hex. The contract does not have to exist. */
  readonly contract: string;
  /**
   * The function's signature, such as `balanceOf(address)`. If absent, the script applies to every call of the
   * contract.
   */
  readonly functionSelector?: string;
  /** Return data in hexadecimal, or the data of a revert; empty by default. */
  readonly result?: string;
  /** Energy including the penalty; defaults to 0. */
  readonly energyUsed?: bigint;
  readonly energyPenalty?: bigint;
  /** The answer of estimateenergy; defaults to `energyUsed`. */
  readonly energyRequired?: bigint;
  /** Defaults to `success`. */
  readonly status?: 'success' | 'revert';
}

/**
 * Scripted answers to constant calls and estimates, for tests without bytecode. A later script takes precedence over an
 * earlier one. Broadcast transactions still run bytecode.
 */
export interface CallScripts {
  /** @throws MockNodeError `ARGUMENT_INVALID`, naming the member of the script. */
  readonly add: (script: CallScript) => void;
  readonly reset: () => void;
}

/** Finds the script for a call; undefined if there is none. @internal */
export type FindScript = (call: ContractCall) => CallScript | undefined;

interface StoredScript {
  readonly script: CallScript;
  readonly address: Address;
  /** Four bytes; empty for every call. */
  readonly selector: Hex;
}

/** @internal */
export const scriptKeys: KnownKeys<CallScript> = {
  contract: true,
  functionSelector: true,
  result: true,
  energyUsed: true,
  energyPenalty: true,
  energyRequired: true,
  status: true,
};

/** @internal */
export function createCallScripts(): { readonly scripts: CallScripts; readonly findScript: FindScript } {
  let stored: readonly StoredScript[] = [];
  const scripts: CallScripts = {
    add(script) {
      checkKeys('script', script, scriptKeys, '');
      const { contract, functionSelector: signature, result = '', status = 'success' } = script;
      if (status !== 'success' && status !== 'revert') throw argumentInvalid('status', status, 'success or revert');
      for (const key of ['energyUsed', 'energyPenalty', 'energyRequired'] as const) {
        if (script[key] !== undefined) readAmount(key, script[key], { min: 0n });
      }
      const normalized = { ...script, result: readHex('result', result) };
      const selector = signature === undefined ? '' : functionSelector(signature);
      stored = [{ script: normalized, address: readAddress('contract', contract), selector }, ...stored];
    },
    reset() {
      stored = [];
    },
  };
  const findScript: FindScript = ({ contract_address: contract, data }) =>
    stored.find(({ address, selector }) => address === contract && data.startsWith(selector))?.script;
  return { scripts, findScript };
}

const revertText = bytesToHex(utf8ToBytes('REVERT opcode executed'));

/** Completes a scripted answer with the transaction that a node would return. @internal */
export function scriptedCall(script: CallScript, transaction: TransactionMessage): CompletedCall {
  const reverts = script.status === 'revert';
  return {
    transaction: { ...transaction, ret: [reverts ? { ret: 1 } : {}] },
    ...(reverts && { result: { message: revertText } }),
    energy_used: script.energyUsed ?? 0n,
    energy_penalty: script.energyPenalty ?? 0n,
    constant_result: [script.result ?? ''],
  };
}

/** @internal */
export function scriptedEstimate(script: CallScript): EstimateAnswer {
  if (script.status === 'revert') {
    const result = { code: ResponseCode.values.CONTRACT_EXE_ERROR, message: revertText };
    return { result, output: script.result ?? '' };
  }
  return { result: { result: true }, energy_required: script.energyRequired ?? script.energyUsed ?? 0n };
}
