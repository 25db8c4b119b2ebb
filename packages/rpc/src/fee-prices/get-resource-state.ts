import { type SmallUnits, type FeePrices } from '@coin/units';
import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { getNewestOutline, getOutline } from '../endpoints/block-outlines.ts';
import { RESOURCES, type GetAccountArgs } from '../endpoints/get-account.ts';
import { getChainParameters } from '../endpoints/get-chain-parameters.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalBoolean,
  optionalObject,
  optionalQuantity,
  optionalWord,
} from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type CallOptions, type NodeClient } from '../transport/transport.ts';
import { toFeePrices } from './get-fee-prices.ts';

const totalsSchema = /* @__PURE__ */ object({
  TotalNetLimit: optionalQuantity,
  TotalNetWeight: optionalQuantity,
  TotalEnergyLimit: optionalQuantity,
  TotalEnergyWeight: optionalQuantity,
});

const ownStake = { frozen_balance: optionalQuantity };

const accountSchema = /* @__PURE__ */ object({
  frozenV2: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ object({ type: /* @__PURE__ */ optionalWord(RESOURCES), amount: optionalQuantity }),
  ),
  frozen: /* @__PURE__ */ optionalArray(/* @__PURE__ */ object(ownStake)),
  delegated_frozenV2_balance_for_bandwidth: optionalQuantity,
  acquired_delegated_frozenV2_balance_for_bandwidth: optionalQuantity,
  acquired_delegated_frozen_balance_for_bandwidth: optionalQuantity,
  net_usage: optionalQuantity,
  net_window_size: optionalQuantity,
  net_window_optimized: optionalBoolean,
  free_net_usage: optionalQuantity,
  account_resource: /* @__PURE__ */ optionalObject({
    frozen_balance_for_energy: /* @__PURE__ */ optionalObject(ownStake),
    delegated_frozenV2_balance_for_energy: optionalQuantity,
    acquired_delegated_frozenV2_balance_for_energy: optionalQuantity,
    acquired_delegated_frozen_balance_for_energy: optionalQuantity,
    energy_usage: optionalQuantity,
    energy_window_size: optionalQuantity,
    energy_window_optimized: optionalBoolean,
  }),
});

/** An account's stake for a resource in small units, and its use of that resource. */
export interface StakedResource {
  /** Own stake that is not delegated. */
  readonly stake: SmallUnits;
  /** Own stake that is delegated to others. */
  readonly delegated: SmallUnits;
  /** Stake of others that is delegated to this account, and own stake of version 1. */
  readonly received: SmallUnits;
  /** The use at `time`, in units of energy or bytes. */
  readonly used: bigint;
  /** Always true: a node's answer is already recovered and rounded down. */
  readonly rounded: true;
  /** The time of the head block, in milliseconds since 1970. */
  readonly time: number;
  /** The milliseconds in which `used` recovers; absent for a day. */
  readonly windowMs?: number;
}

/** The amount of a resource that all accounts may use together. */
export interface NetworkResource {
  /** What all stake yields a day. */
  readonly limit: bigint;
  /** Whole coins that all accounts have staked for it. */
  readonly weight: bigint;
}

/** The state of an account's resources, and the values of the network on which they depend. */
export interface ResourceState {
  readonly account: {
    readonly energy: StakedResource;
    readonly bandwidth: StakedResource;
    readonly freeBandwidth: { readonly used: bigint; readonly rounded: true; readonly time: number };
  };
  readonly network: {
    readonly energy: NetworkResource;
    readonly bandwidth: NetworkResource;
    /** The free bandwidth of an account per day, in bytes. */
    readonly freeBandwidth: number;
    readonly prices: FeePrices;
    /** The unit in which nodes store the time in which use recovers. */
    readonly windowUnit: 'thousandths' | 'slots';
    /** The numbers in which nodes compute limits. */
    readonly arithmetic: 'doubles' | 'integers';
    /** The time of block 0 in milliseconds since 1970. */
    readonly genesisTime: number;
  };
  /** The time of the head block, in milliseconds since 1970. */
  readonly time: number;
}

const SLOT_MS = 3000;

/** Milliseconds of a window; 0 is the window of an account that never used the resource. */
function toWindowMs(size: number | bigint | undefined, isOptimized: boolean | undefined): number | undefined {
  const window = Number(bigintOrZero(size));
  if (window === 0) return undefined;
  return isOptimized === true ? (window * SLOT_MS) / 1000 : window * SLOT_MS;
}

const sum = (amounts: readonly (number | bigint | undefined)[]): bigint =>
  amounts.reduce<bigint>((total, amount) => total + bigintOrZero(amount), 0n);

/**
 * Reads the state from which `@coin/fee/resources` computes: an account's stake, delegations and use, and the network's
 * limits, weights and prices. Pass it to `resourcesAt`, or its parts to the other functions of that entry.
 *
 * Returns `undefined` if there is no account at the address. A block that arrives between the requests makes the use up
 * to three seconds older than `time`, so less of it seems recovered than is.
 *
 * Source: docs/protocol/staking.md, Account fields; docs/protocol/http.md, getaccount details.
 *
 * @param args - `address`: base58check or 41-hex
 * @throws `ADDRESS_INVALID`; `RESPONSE_INVALID`; transport's codes
 *
 * @example
 * ```ts
 * import { createNodeClient } from '@coin/rpc';
 * import { getResourceState } from '@coin/rpc/fee-prices';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * const state = await getResourceState(client, { address: 'TEzU2wsz5VdZs1FWn2oRXX9RMDqo8q1bUZ' });
 * state?.account.energy.stake; // => 0n
 * state?.network.freeBandwidth; // => 600
 * ```
 */
export async function getResourceState(
  client: NodeClient,
  args: GetAccountArgs,
  options?: CallOptions,
): Promise<ResourceState | undefined> {
  const body = { address: toAddress(args.address) };
  const [{ answer: totals, isEmpty }, { answer: account }, parameters, genesis] = await Promise.all([
    queryNode(client, { path: '/wallet/getaccountresource', body, schema: totalsSchema }, options),
    queryNode(client, { path: '/wallet/getaccount', body, schema: accountSchema }, options),
    getChainParameters(client, options),
    getOutline(client, 0, options),
  ]);
  if (isEmpty) return undefined;
  const { time } = await getNewestOutline(client, options);
  const energy = account.account_resource;
  const staked = (resource: 'BANDWIDTH' | 'ENERGY') =>
    sum((account.frozenV2 ?? []).filter(({ type = 'BANDWIDTH' }) => type === resource).map(({ amount }) => amount));
  return {
    account: {
      energy: omitUndefined({
        stake: staked('ENERGY'),
        delegated: bigintOrZero(energy?.delegated_frozenV2_balance_for_energy),
        received: sum([
          energy?.acquired_delegated_frozenV2_balance_for_energy,
          energy?.acquired_delegated_frozen_balance_for_energy,
          energy?.frozen_balance_for_energy?.frozen_balance,
        ]),
        used: bigintOrZero(energy?.energy_usage),
        rounded: true as const,
        time,
        windowMs: toWindowMs(energy?.energy_window_size, energy?.energy_window_optimized),
      }),
      bandwidth: omitUndefined({
        stake: staked('BANDWIDTH'),
        delegated: bigintOrZero(account.delegated_frozenV2_balance_for_bandwidth),
        received: sum([
          account.acquired_delegated_frozenV2_balance_for_bandwidth,
          account.acquired_delegated_frozen_balance_for_bandwidth,
          ...(account.frozen ?? []).map((stake) => stake.frozen_balance),
        ]),
        used: bigintOrZero(account.net_usage),
        rounded: true as const,
        time,
        windowMs: toWindowMs(account.net_window_size, account.net_window_optimized),
      }),
      freeBandwidth: { used: bigintOrZero(account.free_net_usage), rounded: true, time },
    },
    network: {
      energy: { limit: bigintOrZero(totals.TotalEnergyLimit), weight: bigintOrZero(totals.TotalEnergyWeight) },
      bandwidth: { limit: bigintOrZero(totals.TotalNetLimit), weight: bigintOrZero(totals.TotalNetWeight) },
      freeBandwidth: Number(parameters.values['getFreeNetLimit'] ?? 0n),
      prices: toFeePrices(parameters),
      windowUnit: parameters.values['getAllowCancelAllUnfreezeV2'] === 1n ? 'thousandths' : 'slots',
      arithmetic: parameters.values['getAllowHardenResourceCalculation'] === 1n ? 'integers' : 'doubles',
      genesisTime: genesis?.time ?? 0,
    },
    time,
  };
}
