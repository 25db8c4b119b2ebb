import { estimateEnergy, getNextMaintenanceTime } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers } from './support/client-with-answers.ts';
import { outcomeOf } from './support/outcome.ts';
import { recordedReads } from './support/recorded-reads.ts';
import { recorded, recordedResponse } from './support/recordings.ts';

/** The node writes these by hand, zeros included; and totals of the network are never 0. */
const ALWAYS_PRESENT = /^(?:brokerage|burnTrxAmount|reward|Total\w+)$/;
/** A transaction's message is returned as the node prints it. */
const AS_PRINTED = 'parameter';

type Place = readonly (string | number)[];

/** Where an answer has numbers that the node leaves out when they are 0. */
function numbersIn(value: unknown, place: Place = []): Place[] {
  if (typeof value === 'number') return ALWAYS_PRESENT.test(String(place.at(-1))) ? [] : [place];
  if (!(value instanceof Object)) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, item]) => (key === AS_PRINTED ? [] : numbersIn(item, [...place, key])));
}

/** The answer with zeros at these places, written or left out. */
function withZeros(answer: unknown, places: readonly Place[], isWritten: boolean): unknown {
  const copy: unknown = structuredClone(answer);
  for (const place of places) {
    const owner = place.slice(0, -1).reduce<unknown>((item, key) => Reflect.get(item as object, key), copy) as object;
    const key = place.at(-1) ?? '';
    if (isWritten) Reflect.set(owner, key, 0);
    else Reflect.deleteProperty(owner, key);
  }
  return copy;
}

const zeroCall = () =>
  Response.json(withZeros(JSON.parse(recorded('energy.call.toggle').answer), [['energy_used']], false));

/** A node whose calls need no energy, and which has no block but the first. */
const clientOf = (path: string, answer: unknown) =>
  clientWithAnswers((request) => {
    if (request.path === path) return Response.json(answer);
    return request.path.endsWith('triggerconstantcontract') ? zeroCall() : recordedResponse('chain.block-0');
  }).client;

test.each(recordedReads)('%s reads a number that the node leaves out as the 0 that it is', async (_, id, read) => {
  const { path: recordedPath, answer: text } = recorded(id);
  const path = recordedPath.replace(/\?.*/, '');
  const answer: unknown = JSON.parse(text);
  const numbers = numbersIn(answer);
  const outcome = (places: readonly Place[], isWritten: boolean) =>
    outcomeOf<unknown>(read(clientOf(path, withZeros(answer, places, isWritten))));
  const isCode = (result: unknown) => typeof result === 'string';
  const check = async (places: readonly Place[]) => {
    const [written, omitted] = [await outcome(places, true), await outcome(places, false)];
    // A value that cannot be 0 is rejected either way, for other reasons.
    if (isCode(written) && isCode(omitted)) return;
    expect(omitted).toEqual(written);
  };
  const asRecorded = await outcome([], true);
  expect(asRecorded).toBeDefined();
  expect(isCode(asRecorded)).toBe(false);
  for (const place of numbers) await check([place]);
  await fc.assert(fc.asyncProperty(fc.subarray(numbers), check), { numRuns: scaled(15) });
});

test('an estimate without a number is 0 only if the constant call needs no energy either', async () => {
  const call = {
    owner: 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi',
    contract: 'TCS2beFTdEubtXYATTB8E1W4vzhqtWiSh8',
    data: '',
  };
  const answer = { result: { result: true } };
  const estimate = (constant: () => Response) =>
    outcomeOf(
      estimateEnergy(
        clientWithAnswers(({ path }) => (path.endsWith('estimateenergy') ? Response.json(answer) : constant())).client,
        call,
      ),
    );
  expect(await estimate(zeroCall)).toEqual({ kind: 'search', energy: 0n });
  expect(await estimate(() => recordedResponse('energy.call.toggle'))).toBe('RESPONSE_INVALID');
  expect(await estimate(() => Response.json(answer))).toBe('RESPONSE_INVALID');
});

test('an absent time of maintenance is 0 only if the chain has no block after the first', async () => {
  const time = (head: string) =>
    outcomeOf(
      getNextMaintenanceTime(
        clientWithAnswers(({ path }) => (path.endsWith('maintenancetime') ? Response.json({}) : recordedResponse(head)))
          .client,
      ),
    );
  expect(await time('chain.block-0')).toBe(0);
  expect(await time('chain.getnowblock')).toBe('RESPONSE_INVALID');
});
