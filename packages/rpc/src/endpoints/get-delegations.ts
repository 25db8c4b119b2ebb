import { type Address, type SmallUnits } from '@coin/units';
import { object } from 'zod/mini';
import { toAddress } from '../address/address.ts';
import { argumentInvalid } from '../encoding/arguments.ts';
import { omitUndefined } from '../encoding/omit-undefined.ts';
import { STAKE_RESOURCES, type StakeResource } from '../transaction/contracts/contract-types.ts';
import { expectEqual, unexpectedAnswer } from '../transport/answer/check-answer.ts';
import {
  bigintOrZero,
  optionalArray,
  optionalInteger,
  optionalQuantity,
  optionalString,
  requiredString,
} from '../transport/answer/wire-schema.ts';
import { queryNode } from '../transport/query-node.ts';
import { type NodeClient, type ReadStateOptions } from '../transport/transport.ts';

const addresses = /* @__PURE__ */ optionalArray(requiredString);

const indexSchema = /* @__PURE__ */ object({
  account: optionalString,
  fromAccounts: addresses,
  toAccounts: addresses,
});

const rowsSchema = /* @__PURE__ */ object({
  delegatedResource: /* @__PURE__ */ optionalArray(
    /* @__PURE__ */ object({
      from: requiredString,
      to: requiredString,
      frozen_balance_for_bandwidth: optionalQuantity,
      frozen_balance_for_energy: optionalQuantity,
      expire_time_for_bandwidth: optionalInteger,
      expire_time_for_energy: optionalInteger,
    }),
  ),
});

/** Stake of one account whose resource another account uses. */
export interface Delegation {
  readonly from: Address;
  readonly to: Address;
  readonly resource: StakeResource;
  /** Small units. */
  readonly amount: SmallUnits;
  /** The end of its lock in milliseconds since 1970, which may be past; absent if it was delegated without one. */
  readonly lockedUntil?: number;
  /** 1 for stake of the first version; absent for all other. */
  readonly version?: 1;
}

/** The delegations to read: of one account, to one account, or between both. */
export interface GetDelegationsArgs {
  /** The account that stakes: base58check or 41-hex. */
  readonly from?: string;
  /** The account that uses the resource: base58check or 41-hex. */
  readonly to?: string;
}

type Pair = Readonly<Record<'from' | 'to', Address>>;

/** Pairs that are read at the same time. */
const PARALLEL_READS = 5;
/** A pair has one row of locked and one of other delegations. */
const MAX_ROWS = 2;

const VERSIONS = [
  { path: '/wallet/getdelegatedresource', suffix: 'v2' },
  { path: '/wallet/getdelegatedresource', suffix: '', version: 1 },
] as const;
type Version = (typeof VERSIONS)[number];

/** The pairs of an account and those that it delegates to, or that delegate to it. */
async function readPairs(
  client: NodeClient,
  { path, suffix }: Version,
  { from, to }: Partial<Pair>,
  options?: ReadStateOptions,
): Promise<Pair[]> {
  if (from !== undefined && to !== undefined) return [{ from, to }];
  const account = (from ?? to) as Address;
  const { answer, source, isEmpty } = await queryNode(
    client,
    { path: `${path}accountindex${suffix}`, body: { value: account }, schema: indexSchema },
    options,
  );
  if (isEmpty) return [];
  expectEqual(source, 'account', { actual: toAddress(answer.account ?? ''), requested: account });
  const [field, list = []] =
    from === undefined
      ? (['fromAccounts', answer.fromAccounts] as const)
      : (['toAccounts', answer.toAccounts] as const);
  const others = list.map((each) => toAddress(each));
  if (new Set(others).size < others.length) throw unexpectedAnswer(source, field, 'one account twice');
  return others.map((other) => (from === undefined ? { from: other, to: account } : { from, to: other }));
}

async function readDelegations(
  client: NodeClient,
  { path, suffix, ...version }: Version,
  { from, to }: Pair,
  options?: ReadStateOptions,
): Promise<Delegation[]> {
  const body = { fromAddress: from, toAddress: to };
  const { answer, source } = await queryNode(client, { path: `${path}${suffix}`, body, schema: rowsSchema }, options);
  const { delegatedResource: rows = [] } = answer;
  if (rows.length > MAX_ROWS) throw unexpectedAnswer(source, 'delegatedResource', `${rows.length} rows of one pair`);
  return rows.flatMap((row, index) => {
    expectEqual(source, `delegatedResource.${index}.from`, { actual: toAddress(row.from), requested: from });
    expectEqual(source, `delegatedResource.${index}.to`, { actual: toAddress(row.to), requested: to });
    return STAKE_RESOURCES.flatMap((resource): Delegation[] => {
      const name = resource === 'ENERGY' ? 'energy' : 'bandwidth';
      const amount = bigintOrZero(row[`frozen_balance_for_${name}`]);
      const lockedUntil = row[`expire_time_for_${name}`] || undefined;
      return amount === 0n ? [] : [omitUndefined({ from, to, resource, amount, lockedUntil, ...version })];
    });
  });
}

/**
 * Reads the stake that an account has delegated, or that is delegated to it, with the ends of locks. Amounts in small
 * units. Stake of the first version comes last.
 *
 * One request reads a pair of accounts. Pass both accounts to read only one pair: a provider of energy may have
 * thousands. The totals are in {@link getAccount}.
 *
 * Source: docs/protocol/staking.md, getdelegatedresourcev2, getdelegatedresourceaccountindexv2.
 *
 * @param args - `from`, `to`: base58check or 41-hex; one of them or both
 * @param options - `state: 'solid'` for delegations that no fork can undo
 * @throws `ARGUMENT_INVALID` without either account; `ADDRESS_INVALID`; `RESPONSE_INVALID` also when the answer is about
 * other accounts; transport's codes
 *
 * @example
 * ```ts no-run
 * import { createNodeClient, getDelegations } from '@coin/rpc';
 *
 * const client = createNodeClient({ transport: 'http://127.0.0.1:8090' });
 * await getDelegations(client, {
 *   from: '41b912f02ca531f73f8a38ff1da6f63beabe28a1e6',
 *   to: '41371597ea924532ab39d9426134cc9e5606750f1d',
 * });
 * ```
 */
export async function getDelegations(
  client: NodeClient,
  args: GetDelegationsArgs,
  options?: ReadStateOptions,
): Promise<Delegation[]> {
  const given = omitUndefined({
    from: args.from === undefined ? undefined : toAddress(args.from),
    to: args.to === undefined ? undefined : toAddress(args.to),
  });
  if (Object.keys(given).length === 0) throw argumentInvalid('from', undefined, 'an account, unless `to` is one');
  const delegations: Delegation[] = [];
  for (const version of VERSIONS) {
    const pairs = await readPairs(client, version, given, options);
    for (let at = 0; at < pairs.length; at += PARALLEL_READS) {
      const read = pairs.slice(at, at + PARALLEL_READS).map((pair) => readDelegations(client, version, pair, options));
      delegations.push(...(await Promise.all(read)).flat());
    }
  }
  return delegations;
}
