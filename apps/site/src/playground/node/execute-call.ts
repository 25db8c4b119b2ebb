import { type ContractCall } from '@coin/fee/planner';
import { deployContract, sendTransaction, triggerSmartContract, type TransactionInfo } from '@coin/rpc';
import { type LocalNetwork, recordOf } from './local-network.ts';

/** How a call under a fee limit ended. Energy in units, amounts in small units. */
export interface Outcome {
  readonly feeLimit: bigint;
  /** The node's word: `SUCCESS`, `OUT_OF_ENERGY`, `REVERT`, … */
  readonly result: string;
  readonly succeeded: boolean;
  readonly energy: bigint;
  /** Burned for energy alone, which is what the limit bounds. */
  readonly energyFee: bigint;
  /** Burned in all, bandwidth included. */
  readonly fee: bigint;
  /** What the limit would have allowed beyond that. */
  readonly left: bigint;
}

/** The caller pays for all energy of a new contract. */
const DEPLOYMENT = { callerPercent: 100, deployerEnergyLimit: 1n };

/** Sends a call in a block under a fee limit, or a deployment where it names no contract. */
export async function sendCall(
  network: LocalNetwork,
  call: ContractCall,
  feeLimit: bigint,
): Promise<{ readonly info: TransactionInfo; readonly outcome: Outcome }> {
  const { client, signer } = network;
  const { callValue } = call;
  const value = callValue === undefined ? {} : { callValue };
  const transaction =
    call.contract === undefined && 'data' in call
      ? deployContract(client, { owner: call.owner, bytecode: call.data, ...value, ...DEPLOYMENT, feeLimit })
      : triggerSmartContract(client, { ...call, contract: call.contract ?? '', feeLimit });
  const info = await recordOf(network, sendTransaction(client, { transaction, signer }));
  const { energyTotal: energy, energyFee } = info.receipt;
  const { result, succeeded, fee } = info;
  return { info, outcome: { feeLimit, result, succeeded, energy, energyFee, fee, left: feeLimit - energyFee } };
}

/** Sends a call in a block under a fee limit, and takes the node back to where it was. */
export async function executeCall(network: LocalNetwork, call: ContractCall, feeLimit: bigint): Promise<Outcome> {
  const { node } = network;
  const before = node.snapshot();
  try {
    return (await sendCall(network, call, feeLimit)).outcome;
  } finally {
    node.revert(before);
  }
}
