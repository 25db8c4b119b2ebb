import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { importBuilt } from '@coin/bench/built-package';
import { compare } from '@coin/bench/compare';
import { cpuRound } from '@coin/bench/interleave';
import type * as payments from '@coin/payments';
import { type OutboxStore } from '@coin/payments';
import type * as sqlite from '@coin/payments/sqlite';
import { createTransaction, encodeTransaction, resumeTransaction, signTransaction } from '@coin/rpc';
import { payingNode, signer, transfer } from '../test/support/paying-node.ts';

const { createOutbox, createMemoryStore } = await importBuilt<typeof payments>();
const { createSqliteStore } = await importBuilt<typeof sqlite>('./sqlite');

const PAYMENTS = 50;

/** The same payments by the client alone: built, signed, and resumed until a solid block has them. */
const byClient = cpuRound(PAYMENTS, async () => {
  const { client } = payingNode();
  const { kind: _, ...args } = transfer;
  const pay = async () => {
    const signed = await signTransaction(await createTransaction(client, args), signer);
    await resumeTransaction(client, { transaction: encodeTransaction(signed) }, { until: 'solid' });
  };
  await Promise.all(Array.from({ length: PAYMENTS }, pay));
});

const byOutbox = (openStore: () => OutboxStore) =>
  cpuRound(PAYMENTS, async () => {
    const { client, paid } = payingNode();
    const outbox = createOutbox({ store: openStore(), client, signer });
    for (let index = 0; index < PAYMENTS; index++) await outbox.enqueue(`${index}`, transfer);
    await outbox.run();
    if (paid.size !== PAYMENTS) throw new Error(`${paid.size} payments were made`);
  });

const folder = mkdtempSync(join(tmpdir(), 'payments-'));
let files = 0;
// An outbox also reads the balance and the bandwidth of each payer, and whether the chain is the one it knows. It recovers
// the key of each signature, so that a signer with a wrong key ends no payment: without that, memory takes 1.4 times.
const stores = [
  { name: 'memory', openStore: createMemoryStore, atMost: 2.9 },
  // SQLite writes each step to the disk, which costs more beside other work.
  { name: 'SQLite', openStore: () => createSqliteStore(new DatabaseSync(join(folder, `${files++}.db`))), atMost: 3.3 },
];
try {
  for (const { name, openStore, atMost } of stores)
    await compare({
      what: `a payment by an outbox in ${name}`,
      ours: byOutbox(openStore),
      baseline: { name: 'the client alone', round: byClient },
      bound: { atMost },
      rounds: 11,
      warmUp: 2,
    });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
