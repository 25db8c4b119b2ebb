import { type Energy, type EnergyFactor, type Address } from '@coin/units';
import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { expectEqual, requireField, unexpectedAnswer } from '../transport/answer/check-answer.ts';
import {
  bigintOrZero,
  optionalQuantity,
  optionalInteger,
  optionalObject,
  optionalString,
} from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';

const PATH = '/wallet/getcontractinfo';

const schema = /* @__PURE__ */ object({
  runtimecode: optionalString,
  smart_contract: /* @__PURE__ */ optionalObject({
    origin_address: optionalString,
    contract_address: optionalString,
    name: optionalString,
    consume_user_resource_percent: optionalQuantity,
    origin_energy_limit: optionalQuantity,
    code_hash: optionalString,
    version: optionalInteger,
  }),
  contract_state: /* @__PURE__ */ optionalObject({
    energy_usage: optionalQuantity,
    energy_factor: optionalQuantity,
    update_cycle: optionalInteger,
  }),
});

/** A contract's settings, and its part in the dynamic energy model in this maintenance cycle. */
export interface ContractInfo {
  readonly address: Address;
  /** The account that deployed it. */
  readonly deployer: Address;
  /** Empty when it has none. */
  readonly name: string;
  /** Share of the energy that callers pay, in percent. */
  readonly callerPercent: number;
  /** The most energy that the deployer pays for one call. */
  readonly deployerEnergyLimit: Energy;
  /** Penalty in ten-thousandths of the basic energy; fixed until the next maintenance. */
  readonly energyFactor: EnergyFactor;
  /** Basic energy used so far in this cycle: above the threshold, the factor rises at maintenance. */
  readonly energyUsage: Energy;
  /** The maintenance cycle of these two; 0 if the model is not active. */
  readonly updateCycle: number;
  /** Hex. */
  readonly runtimeCode: string;
  /** 1 for a contract that hands on 63 of 64 parts of its energy at most; absent for all others. */
  readonly version?: number;
}

/** The contract to read. */
export interface GetContractArgs {
  /** base58check or 41-hex */
  readonly address: string;
}

/**
 * Reads a contract's settings, runtime code and energy factor in ten-thousandths.
 *
 * Returns `undefined` if there is no contract at the address. {@link getContract} reads its ABI and creation code.
 *
 * Source: docs/protocol/dynamic-energy.md, getcontractinfo.
 *
 * @param args - `address` of the contract: base58check or 41-hex
 * @throws `ADDRESS_INVALID`; `RESPONSE_INVALID` also when the answer is about another contract; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient, getContractInfo } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const info = await getContractInfo(client, { address: '41c6db017de6cab42c3d4a69e32b71ade602ebce83' });
 * info?.energyFactor; // => 0n
 * info?.callerPercent; // => 100
 * ```
 */
export async function getContractInfo(
  client: NodeClient,
  args: GetContractArgs,
  options?: CallOptions,
): Promise<ContractInfo | undefined> {
  const address = toAddress(args.address);
  const { answer, source, isEmpty } = await queryNode(
    client,
    { path: PATH, body: { value: address }, schema },
    options,
  );
  if (isEmpty) return undefined;
  const { smart_contract: contract = {}, contract_state: state = {} } = answer;
  expectEqual(source, 'contract_address', {
    actual: toAddress(requireField(source, 'contract_address', contract.contract_address)),
    requested: address,
  });
  const callerPercent = Number(contract.consume_user_resource_percent ?? 0);
  if (callerPercent > 100) throw unexpectedAnswer(source, 'consume_user_resource_percent', `${callerPercent} %`);
  return {
    address,
    deployer: toAddress(requireField(source, 'origin_address', contract.origin_address)),
    name: contract.name ?? '',
    callerPercent,
    deployerEnergyLimit: bigintOrZero(contract.origin_energy_limit),
    energyFactor: bigintOrZero(state.energy_factor),
    energyUsage: bigintOrZero(state.energy_usage),
    updateCycle: state.update_cycle ?? 0,
    runtimeCode: answer.runtimecode ?? '',
    ...(contract.version !== undefined && contract.version > 0 && { version: contract.version }),
  };
}
