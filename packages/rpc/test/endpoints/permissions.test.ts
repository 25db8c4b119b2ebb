// Permissions of an account: the bitmap of operations, the message's bytes, and what a node may not change.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  decodeTransaction,
  encodeTransaction,
  toAddress,
  updateAccountPermissions,
  type ActivePermissionArgs,
  type NodeClient,
  type Operation,
  type Permission,
  type UpdateAccountPermissionsArgs,
} from '@coin/rpc';
import { addressToHex, isAddress } from '@coin/rpc/address';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { recorded, RECORDED_AT } from '../support/recordings.ts';

const OWNER = '410c10833a65f9a1152ea72e4f0f8d6b5c56f99388';
const OTHER = '41371597ea924532ab39d9426134cc9e5606750f1d';
const BITMAP = '7fff1fc0033e0100000000000000000000000000000000000000000000000000';
const keys = [
  { address: OWNER, weight: 1n },
  { address: OTHER, weight: 1n },
];
const active: ActivePermissionArgs = { name: 'both', threshold: 2n, keys, operations: BITMAP };
/** What the recorded node was asked for. */
const args: UpdateAccountPermissionsArgs = {
  owner: OWNER,
  ownerPermission: { name: 'owner', threshold: 1n, keys: [{ address: OWNER, weight: 1n }] },
  activePermissions: [active],
};
/** What it answered, its addresses in base58check, as with visible true. */
const answered: unknown = JSON.parse(recorded('govern.permission.build').answer, (_, item: unknown) =>
  isAddress(item) ? toAddress(item) : item,
);

/** The numbers of contract types in docs/protocol/permissions.md. */
const page = readFileSync(new URL('../../../../docs/protocol/permissions.md', import.meta.url), 'utf8');
const numbers = new Map(
  [...page.matchAll(/(\w+Contract)\s(\d+)(?=[,.])/g)].map(([, name, number]) => [name as Operation, Number(number)]),
);

/** The request that a client sends; the error where it sends none. */
// eslint-disable-next-line typescript/no-explicit-any
async function asked(call: (client: NodeClient) => Promise<unknown>): Promise<any> {
  const { client, requests } = clientWithAnswers(Response.json({}));
  const outcome = await call(client).catch((error: unknown) => error);
  return requests[0]?.body ?? outcome;
}

const update = (change: Partial<UpdateAccountPermissionsArgs>) =>
  asked((client) => updateAccountPermissions(client, { ...args, ...change }));

async function bitmapOf(operations: unknown): Promise<unknown> {
  const body = await update({ activePermissions: [{ ...active, operations } as never] });
  return body.actives?.[0].operations ?? body;
}

describe('operations', () => {
  test('are the bits of their contract types, the lowest first', () =>
    fc.assert(
      fc.asyncProperty(fc.subarray([...numbers.keys()], { minLength: 1 }), async (names) => {
        const bits = names.reduce((sum, name) => sum | (1n << BigInt(numbers.get(name) ?? 0)), 0n);
        const bytes = Buffer.from(bits.toString(16).padStart(64, '0'), 'hex').toReversed();
        expect(await bitmapOf(names)).toBe(Buffer.from(bytes).toString('hex'));
      }),
      { numRuns: scaled(25) },
    ));

  test('have one bit each, even if one is named twice', async () => {
    expect(numbers.size).toBe(41);
    expect(await bitmapOf(['TransferContract', 'TransferContract'])).toBe(`02${'00'.repeat(31)}`);
    expect(await bitmapOf([])).toBe('00'.repeat(32));
  });

  test('may be given as the bitmap that getAccount returns', async () => {
    const permission: Permission = { permissionId: 2, name: 'both', threshold: 2n, keys, operations: BITMAP };
    const fromAccount = await update({ activePermissions: [permission] });
    expect(fromAccount).toEqual(await update({}));
    expect(await bitmapOf(`0x${BITMAP.toUpperCase()}`)).toBe(BITMAP);
  });

  test.each<[string, unknown, string, string]>([
    ['a misspelt name', ['TransferContrakt'], 'TransferContrakt', 'TransferContract'],
    ['the name without its end', ['VoteWitness'], 'VoteWitness', ''],
    ['a name that objects inherit', ['constructor'], 'constructor', ''],
  ])('are rejected for %s, with the closest one', async (_, operations, value, closest) => {
    expect(await bitmapOf(operations)).toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: {
        argument: 'operations',
        value,
        expected: expect.stringContaining(`names of contract types; the closest one is ${closest}`),
      },
    });
  });

  test.each<[string, unknown]>([
    ['absent, as for an owner permission', undefined],
    ['a number', 5],
    ['a bitmap of 31 bytes', '00'.repeat(31)],
    ['a bitmap of other characters', 'x'.repeat(64)],
    ['a list of numbers', [1]],
    // eslint-disable-next-line no-sparse-arrays
    ['a list with a hole', [, 'TransferContract']],
  ])('are rejected when they are %s', async (_, operations) => {
    expect(await bitmapOf(operations)).toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: expect.stringContaining('operations') },
    });
  });
});

describe('updateAccountPermissions', () => {
  test('gives permissions the names that the network gives them', async () => {
    const permission = { threshold: 1n, keys: [{ address: OTHER, weight: 1n }] };
    const body = await update({
      ownerPermission: permission,
      witnessPermission: permission,
      activePermissions: [{ ...permission, operations: [] }],
    });
    expect([body.owner, body.witness, body.actives[0]].map((item) => item['permission_name'])).toEqual([
      'owner',
      'witness',
      'active',
    ]);
    expect([body.owner.type, body.witness.type, body.actives[0].type]).toEqual([undefined, 'Witness', 'Active']);
  });

  test.each<[string, Partial<UpdateAccountPermissionsArgs>, string]>([
    ['another account', { owner: OTHER }, 'owner_address'],
    [
      'another owner key',
      { ownerPermission: { ...args.ownerPermission, keys: keys.slice(1) } },
      'owner.keys.0.address',
    ],
    ['a second owner key', { ownerPermission: { ...args.ownerPermission, keys } }, 'owner.keys.1'],
    ['another owner threshold', { ownerPermission: { ...args.ownerPermission, threshold: 2n } }, 'owner.threshold'],
    ['a witness key', { witnessPermission: args.ownerPermission }, 'witness'],
    ['another name', { activePermissions: [{ ...active, name: 'all' }] }, 'actives.0.permission_name'],
    ['another threshold', { activePermissions: [{ ...active, threshold: 1n }] }, 'actives.0.threshold'],
    ['fewer keys', { activePermissions: [{ ...active, keys: keys.slice(1) }] }, 'actives.0.keys.0.address'],
    ['more operations', { activePermissions: [{ ...active, operations: 'ff'.repeat(32) }] }, 'actives.0.operations'],
    ['a second active permission', { activePermissions: [active, active] }, 'actives.1'],
    ['no active permission', { activePermissions: [] }, 'actives'],
  ])('rejects a node’s transaction when the request has %s, and names the field', async (_, change, field) => {
    const { client } = clientWithAnswers(Response.json(answered));
    await expect(updateAccountPermissions(client, { ...args, ...change })).rejects.toMatchObject({
      code: 'TRANSACTION_MISMATCH',
      context: { field: expect.stringContaining(`raw_data.contract.0.parameter.value.${field}`) },
    });
  });

  test.each<[string, Partial<UpdateAccountPermissionsArgs>, string]>([
    ['a threshold of 0', { ownerPermission: { threshold: 0n, keys } }, 'threshold in ownerPermission'],
    ['a number', { witnessPermission: { threshold: 1 as never, keys } }, 'threshold in witnessPermission'],
    [
      'a weight of 0',
      { activePermissions: [{ ...active, keys: [{ address: OWNER, weight: 0n }] }] },
      'weight in activePermissions',
    ],
    ['no list of keys', { activePermissions: [{ ...active, keys: {} as never }] }, 'keys in activePermissions'],
    ['no list of active permissions', { activePermissions: active as never }, 'activePermissions'],
    [
      'a name that is not text',
      { ownerPermission: { threshold: 1n, keys, name: 5 as never } },
      'name in ownerPermission',
    ],
  ])('rejects %s before a request', async (_, change, argument) => {
    expect(await update(change)).toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument } });
  });

  test('rejects a key that is not an address', async () => {
    const wrong = { threshold: 1n, keys: [{ address: 'T', weight: 1n }] };
    expect(await update({ ownerPermission: wrong })).toMatchObject({ code: 'ADDRESS_INVALID' });
  });

  const delimited = (writer: BinaryWriter, number: number, bytes: Uint8Array) =>
    writer.tag(number, WireType.LengthDelimited).bytes(bytes);
  const text = (value: string) => new TextEncoder().encode(value);
  const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

  /** A permission as a protobuf library writes it. */
  function permissionBytes(type: number, { name, threshold, keys: list, operations = '' }: Permission): Uint8Array {
    const writer = new BinaryWriter();
    if (type !== 0) writer.tag(1, WireType.Varint).int32(type);
    if (name !== '') delimited(writer, 3, text(name));
    writer.tag(4, WireType.Varint).int64(threshold);
    if (type === 2) delimited(writer, 6, bytesOf(operations));
    for (const { address, weight } of list) {
      const key = delimited(new BinaryWriter(), 1, bytesOf(addressToHex(address)));
      delimited(writer, 7, key.tag(2, WireType.Varint).int64(weight).finish());
    }
    return writer.finish();
  }

  /** The answer of a node that builds a transaction of this message. */
  function built(value: Uint8Array) {
    const typeUrl = 'type.googleapis.com/protocol.AccountPermissionUpdateContract';
    const parameter = delimited(delimited(new BinaryWriter(), 1, text(typeUrl)), 2, value).finish();
    const contract = delimited(new BinaryWriter().tag(1, WireType.Varint).int32(46), 2, parameter).finish();
    const [refBlockBytes, refBlockHash, timestamp] = ['005b', 'ca5fcf7adb8fc9ed', RECORDED_AT];
    const raw = delimited(delimited(new BinaryWriter(), 1, bytesOf(refBlockBytes)), 4, bytesOf(refBlockHash));
    raw.tag(8, WireType.Varint).int64(timestamp + 60_000);
    const bytes = delimited(raw, 11, contract).tag(14, WireType.Varint).int64(timestamp).finish();
    return {
      txID: createHash('sha256').update(bytes).digest('hex'),
      raw_data: {
        ref_block_bytes: refBlockBytes,
        ref_block_hash: refBlockHash,
        expiration: timestamp + 60_000,
        timestamp,
      },
      raw_data_hex: Buffer.from(bytes).toString('hex'),
    };
  }

  const weight = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
  const permission: fc.Arbitrary<Permission> = fc.record({
    permissionId: fc.nat(9),
    name: fc.string({ unit: 'grapheme', maxLength: 32 }),
    threshold: weight,
    operations: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    keys: fc.array(fc.record({ address: fc.constantFrom(OWNER, OTHER), weight }), { minLength: 1, maxLength: 5 }),
  });

  test('accepts and reads back the bytes that a protobuf library writes, for any permissions', () =>
    fc.assert(
      fc.asyncProperty(
        permission,
        fc.option(permission, { nil: undefined }),
        fc.array(permission, { minLength: 1, maxLength: 8 }),
        async (ownerPermission, witnessPermission, activePermissions) => {
          const value = delimited(new BinaryWriter(), 1, bytesOf(OWNER));
          delimited(value, 2, permissionBytes(0, ownerPermission));
          if (witnessPermission !== undefined) delimited(value, 3, permissionBytes(1, witnessPermission));
          for (const item of activePermissions) delimited(value, 4, permissionBytes(2, item));
          const answer = built(value.finish());
          const transaction = await updateAccountPermissions(clientWithAnswers(Response.json(answer)).client, {
            owner: OWNER,
            ownerPermission,
            ...(witnessPermission && { witnessPermission }),
            activePermissions,
          });
          expect(transaction).toMatchObject({ txID: answer.txID, rawDataHex: answer.raw_data_hex });
          expect(decodeTransaction(encodeTransaction(transaction))).toEqual(transaction);
        },
      ),
      { numRuns: scaled(25) },
    ));
});
