import { functionSelectorHex, toAddress } from '@coin/rpc';
import {
  array,
  discriminatedUnion,
  enum as oneOf,
  literal,
  optional,
  overwrite,
  pipe,
  refine,
  regex,
  string,
  transform,
  type ZodMiniType,
} from 'zod/mini';
import { omitUndefined } from '../../omit-undefined.ts';
import { bigintSchema, integerSchema, objectSchema, parseArgument, textSchema } from '../../parse-value.ts';
import { type OutboxIntent } from './outbox-intent.ts';

const MAX_UINT256 = 2n ** 256n - 1n;
const WORD_DIGITS = 64;

/** A field that is absent if it is zero or empty. */
const optionalSchema = <T>(schema: ZodMiniType<T>) =>
  pipe(
    optional(schema),
    transform((value) => value || undefined),
  );

const hexSchema = (expected: string, digits = 2) =>
  string(expected).check(
    overwrite((hex) => hex.replace(/^0x/, '').toLowerCase()),
    regex(new RegExp(`^(?:[\\da-f]{${digits}})*$`), expected),
  );

/** An address in base58check or 41-hex, which becomes base58check. */
export const addressSchema = /* @__PURE__ */ textSchema(toAddress);

type FieldsOf<Kind> = Exclude<keyof Extract<OutboxIntent, { readonly kind: Kind }>, 'kind' | 'owner' | 'permissionId'>;

/** An intent of a kind. The order of its fields is the order in which they are stored. */
const intentOf = <Kind extends OutboxIntent['kind'], Shape extends Record<FieldsOf<Kind>, ZodMiniType>>(
  kind: Kind,
  shape: Shape,
) =>
  objectSchema({
    kind: literal(kind),
    owner: addressSchema,
    ...shape,
    permissionId: optionalSchema(integerSchema(0, 9)),
  });

const TOKEN_ID = 'the id of a TRC-10 token in digits, as in 1000001';

function createIntentSchema() {
  const amount = bigintSchema(1n);
  const feeLimit = optional(bigintSchema(0n));
  const memo = optionalSchema(string('a string'));
  const resource = oneOf(['BANDWIDTH', 'ENERGY'], 'BANDWIDTH or ENERGY');
  const schemas = [
    intentOf('transfer', { to: addressSchema, amount, memo }),
    intentOf('transfer-asset', {
      to: addressSchema,
      tokenId: string(TOKEN_ID).check(regex(/^[1-9]\d{0,18}$/, TOKEN_ID)),
      amount,
      memo,
    }),
    intentOf('transfer-token', {
      token: addressSchema,
      to: addressSchema,
      amount: bigintSchema(1n, MAX_UINT256),
      feeLimit,
      memo,
    }),
    intentOf('call', {
      contract: addressSchema,
      callValue: optionalSchema(bigintSchema(0n)),
      data: optional(hexSchema('whole bytes in hex')),
      // Its hash is not needed, but anything else than a signature throws.
      functionSelector: optional(textSchema((signature) => functionSelectorHex(signature) && signature)),
      parameter: optionalSchema(hexSchema('whole words of 32 bytes in hex', WORD_DIGITS)),
      feeLimit,
      memo,
    }).check(
      refine(({ data, functionSelector }) => data === undefined || functionSelector === undefined, {
        path: ['data'],
        error: 'given alone',
      }),
      refine(({ data, functionSelector }) => data !== undefined || functionSelector !== undefined, {
        path: ['functionSelector'],
        error: 'given if data is not',
      }),
    ),
    intentOf('stake', { amount, resource }),
    intentOf('unstake', { amount, resource }),
    intentOf('delegate', { receiver: addressSchema, amount, resource, lockBlocks: optional(integerSchema(1)) }),
    intentOf('undelegate', { receiver: addressSchema, amount, resource }),
    intentOf('vote', { votes: array(objectSchema({ address: addressSchema, count: amount }), 'an array') }),
    intentOf('withdraw-reward', {}),
    intentOf('withdraw-unstaked', {}),
  ] as const;
  return discriminatedUnion('kind', schemas, schemas.map(({ shape }) => shape.kind.def.values).join(' or '));
}

/** An intent. Fields that are zero, empty or undefined become undefined. */
export const intentSchema = /* @__PURE__ */ createIntentSchema() as unknown as ZodMiniType<OutboxIntent>;

/** Checks an intent, and returns the one form in which it is stored and compared. */
export const parseIntent = (intent: OutboxIntent): OutboxIntent =>
  omitUndefined(parseArgument(intentSchema, intent, 'intent'));
