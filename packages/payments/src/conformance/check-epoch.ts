import { claimUntil, end, keysOf, LONG_MS } from './check-claims.ts';
import { expectResult, open, readRecord, type Subject } from './subject.ts';

/** Checks that a store whose server has an epoch makes the changes that name it, and none that name another one. */
export async function checkEpoch({ first, second, keyOf }: Subject): Promise<void> {
  if (first.epoch === undefined) return;
  const epoch = await first.epoch();
  expectResult('epoch', await second.epoch?.(), epoch, 'as the other connection has it');
  const other = { epoch: `${epoch} before` };
  const [key, holder, rival] = [keyOf('of an epoch'), keyOf('holder of an epoch'), keyOf('holder after an epoch')];

  expectResult('createIfAbsent', await first.createIfAbsent(open(key), other), false, 'for another epoch');
  expectResult('get', await second.get(key), undefined, 'for a key of a record that was not created');
  expectResult('createIfAbsent', await first.createIfAbsent(open(key), { epoch }), true, 'for the epoch of the server');

  const change = { ...open(key, 'changed'), version: 1 };
  expectResult('compareAndSet', await second.compareAndSet(change, other), false, 'for another epoch');
  expectResult('get', (await readRecord(first, key)).value, key, 'after a change that was not made');
  expectResult('compareAndSet', await second.compareAndSet(change, { epoch }), true, 'for the epoch of the server');

  const claimed = await first.claim({ holder, limit: 1000, leaseMs: LONG_MS }, other);
  expectResult('claim', keysOf(claimed, key), [], 'for another epoch');
  const begun = await first.claim({ holder, limit: 1000, leaseMs: LONG_MS }, { epoch });
  expectResult('claim', keysOf(begun, key), [key], 'for the epoch of the server');
  await first.renew({ holder, leaseMs: 0 }, other);
  const early = await second.claim({ holder: rival, limit: 1000, leaseMs: LONG_MS }, { epoch });
  expectResult('claim', keysOf(early, key), [], 'after its claim was given back in another epoch');
  await first.renew({ holder, leaseMs: 0 }, { epoch });
  const free = keysOf(await claimUntil(second, rival, key), key);
  expectResult('claim', free, [key], 'after its claim was given back in the epoch of the server');
  await end(first, key);
}
