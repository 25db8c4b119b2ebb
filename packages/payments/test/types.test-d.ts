// Only compiled: what must not compile is marked.
import {
  isPaymentsError,
  type OutboxEntry,
  type OutboxIntent,
  type OutboxOptions,
  type PaymentsError,
  type PlanFeeLimit,
} from '@coin/payments';
import { type NodeClient, type Signer } from '@coin/rpc';

declare const error: unknown;
declare const client: NodeClient;
declare const signer: Signer;

if (isPaymentsError(error, 'NETWORK_MISMATCH')) error.context satisfies { expected: string; actual: string };
if (isPaymentsError(error)) {
  error satisfies PaymentsError;
  if (error.code === 'STORE_FAILED') error.context.method satisfies string;
  // @ts-expect-error only STORE_FAILED has a method
  if (error.code === 'NODE_FAILED') error.context.method satisfies string;
}
// @ts-expect-error no error has this code
isPaymentsError(error, 'ENDPOINT_MISMATCH');

declare const entry: OutboxEntry;
entry.txID satisfies string | undefined;
if (entry.status === 'signed') {
  entry satisfies OutboxEntry<'signed'>;
  entry.txID satisfies string;
  if (entry.isHeld !== true) entry.waitsFor.until satisfies number;
}
if (entry.status === 'awaiting-signatures') entry.waitsFor.missingWeight satisfies bigint;
if (entry.status === 'succeeded') entry.fee satisfies bigint;
if (entry.status === 'rejected') entry.problem.code satisfies string;
// @ts-expect-error it may not have been signed
if (entry.status === 'queued') entry.txID satisfies string;

const [owner, to, contract] = ['T', 'T', 'T'];
({ kind: 'transfer', owner, to, amount: 1n }) satisfies OutboxIntent;
({ kind: 'call', owner, contract, data: '00' }) satisfies OutboxIntent;
({ kind: 'call', owner, contract, functionSelector: 'f()' }) satisfies OutboxIntent;
({ kind: 'transfer-asset', owner, to, tokenId: '1000001', amount: 1n, memo: 'x' }) satisfies OutboxIntent;
({ kind: 'transfer-token', owner, to, token: contract, amount: 1n }) satisfies OutboxIntent;
({ kind: 'delegate', owner, receiver: to, amount: 1n, resource: 'ENERGY', lockBlocks: 5 }) satisfies OutboxIntent;
({ kind: 'vote', owner, votes: [{ address: to, count: 1n }] }) satisfies OutboxIntent;
({ kind: 'withdraw-reward', owner }) satisfies OutboxIntent;
({ kind: 'withdraw-unstaked', owner }) satisfies OutboxIntent;
// @ts-expect-error stake yields a resource
({ kind: 'stake', owner, amount: 1n }) satisfies OutboxIntent;
// @ts-expect-error a token's id is a text
({ kind: 'transfer-asset', owner, to, tokenId: 1_000_001, amount: 1n }) satisfies OutboxIntent;
// @ts-expect-error a number may have lost digits
({ kind: 'transfer', owner, to, amount: 1 }) satisfies OutboxIntent;
// @ts-expect-error a call names its function
({ kind: 'call', owner, contract }) satisfies OutboxIntent;
// @ts-expect-error in one way
({ kind: 'call', owner, contract, data: '00', functionSelector: 'f()' }) satisfies OutboxIntent;

// A planner may read less of a call than it is given.
(async ({ owner: payer }: { owner: string }) => BigInt(payer.length)) satisfies PlanFeeLimit;
// @ts-expect-error a limit is a bigint
(() => 1) satisfies PlanFeeLimit;

declare const store: OutboxOptions['store'];
({ store, client, signer }) satisfies OutboxOptions;
({ store, client, signer: [signer, signer], abis: [[]] }) satisfies OutboxOptions;
// @ts-expect-error an outbox needs a store
({ client, signer }) satisfies OutboxOptions;
