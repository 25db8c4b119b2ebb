import {
  array,
  bigint,
  boolean,
  discriminatedUnion,
  enum as oneOf,
  exactOptional,
  literal,
  number,
  string,
  type ZodMiniType,
} from 'zod/mini';
import { integerSchema, objectSchema } from '../../parse-value.ts';
import { intentSchema } from '../intent/intent-schema.ts';
import { type EntryStates, type OutboxEntry, type OutboxEvent, type OutboxStatus } from './outbox-entry.ts';

/** The version of the stored form, which tells a later release how to read it. */
export const FORMAT = 1;

type StoredEntry = OutboxEntry & { readonly format: typeof FORMAT };

function createSchemas() {
  const text = string('a text');
  const amount = bigint('an amount');
  const time = number('a time');
  const waits = { since: time, until: exactOptional(time) };
  const fees = { needed: amount, available: amount };
  const funds = objectSchema({
    kind: literal('funds'),
    ...waits,
    ...fees,
    token: exactOptional(text),
    behind: exactOptional(text),
  });
  const budget = objectSchema({ kind: oneOf(['payment-fee', 'daily-fees']), ...waits, ...fees });
  const keys = array(objectSchema({ address: text, weight: amount }), 'an array');
  const signatures = objectSchema({
    kind: literal('signatures'),
    since: time,
    until: time,
    weight: amount,
    threshold: amount,
    missingWeight: amount,
    signed: keys,
    unsigned: keys,
  });
  const earlier = objectSchema({ kind: literal('entry'), ...waits, id: text });
  const block = objectSchema({ kind: literal('block'), since: time, until: time });
  const problem = objectSchema({ code: text, message: text });
  const transaction = { txID: text, transaction: text, genesisId: text, feeDay: exactOptional(text) };
  const included = { ...transaction, blockNumber: integerSchema(0), fee: amount };

  const entryIn = <Status extends OutboxStatus>(
    status: Status,
    shape: { readonly [Field in keyof EntryStates[Status]]-?: ZodMiniType<EntryStates[Status][Field]> },
  ) =>
    objectSchema({
      format: literal(FORMAT, `${FORMAT}`),
      id: text,
      intent: intentSchema,
      group: exactOptional(text),
      after: exactOptional(text),
      priority: exactOptional(integerSchema(-100, 100)),
      status: literal(status),
      earlierTxIDs: array(text, 'an array'),
      ignoredTxIDs: exactOptional(array(text, 'an array')),
      failures: integerSchema(0),
      ...shape,
    });
  const optionalProblem = exactOptional(problem);
  const entries = [
    entryIn('queued', { waitsFor: exactOptional(earlier), problem: optionalProblem }),
    entryIn('waiting-for-funds', { waitsFor: funds, problem: optionalProblem }),
    entryIn('waiting-for-budget', { waitsFor: budget, problem: optionalProblem }),
    entryIn('awaiting-signatures', {
      ...transaction,
      waitsFor: signatures,
      isCancelling: exactOptional(boolean('a boolean')),
      problem: optionalProblem,
    }),
    entryIn('signed', {
      ...transaction,
      waitsFor: discriminatedUnion('kind', [block, funds]),
      isHeld: exactOptional(literal(true)),
      problem: optionalProblem,
    }),
    entryIn('succeeded', included),
    entryIn('failed', { ...included, problem }),
    entryIn('rejected', { problem, duplicateTxID: exactOptional(text) }),
    entryIn('cancelled', {}),
  ] as const;
  const statuses = entries.map(({ shape }) => shape.status.def.values[0] as OutboxStatus);
  return {
    entry: discriminatedUnion('status', entries, statuses.join(' or ')) as unknown as ZodMiniType<StoredEntry>,
    event: objectSchema({
      status: oneOf(statuses, statuses.join(' or ')),
      waitsFor: exactOptional(discriminatedUnion('kind', [funds, budget, signatures, earlier, block])),
      txID: exactOptional(text),
      problem: optionalProblem,
    }) as unknown as ZodMiniType<Omit<OutboxEvent, 'at'>>,
  };
}

const schemas = /* @__PURE__ */ createSchemas();

/** The value of the record of an entry. */
export const entrySchema: ZodMiniType<StoredEntry> = schemas.entry;
/** An event in the history of an entry. */
export const eventSchema: ZodMiniType<Omit<OutboxEvent, 'at'>> = schemas.event;
