// Parameters of a proposal by name and by number.
import { readFileSync } from 'node:fs';
import { createProposal, type ProposalParameters } from '@coin/rpc';
import { scaled } from '@coin/test-kit/scaled';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { errorCodeOf } from '../support/outcome.ts';
import { recorded } from '../support/recordings.ts';

const OWNER = 'TDbQhj6gcbcZcYDpkQdTBbcwxoTsMSvvvi';

/** The names and numbers of docs/protocol/chain-parameters.md: those of 4.8.0, and of later versions. */
function documented(): { name: string; id: number | undefined }[] {
  const page = readFileSync(new URL('../../../../docs/protocol/chain-parameters.md', import.meta.url), 'utf8');
  const table = [...page.matchAll(/^\| ([\d/–]+) \| ([\w, ]+?) \|/gm)].flatMap(([, ids = '', names = '']) =>
    names.split(', ').map((name, index) => ({ name, id: ids === '–' ? undefined : Number(ids.split('/')[index]) })),
  );
  const later = [...page.matchAll(/(get\w+) \((\d+)\)/g)].map(([, name = '', id]) => ({ name, id: Number(id) }));
  return [...table, ...later];
}
const parameters = documented();
const proposable = parameters.filter(({ id }) => id !== undefined);
const withoutGet = (name: string) => name.charAt(3).toLowerCase() + name.slice(4);

/** The parameters that a node is asked to propose; the error where none is asked. */
async function asked(proposed: ProposalParameters): Promise<unknown> {
  const { client, requests } = clientWithAnswers(Response.json({}));
  const outcome = await createProposal(client, { owner: OWNER, parameters: proposed }).catch((error: unknown) => error);
  return requests[0]?.body['parameters'] ?? outcome;
}

describe('createProposal', () => {
  test('knows every parameter that a node prints', () => {
    const { chainParameter } = JSON.parse(recorded('chain.getchainparameters').answer) as {
      chainParameter: { key: string }[];
    };
    // The recording is of 4.8.0, and 90 and above came later.
    const names = parameters.flatMap(({ name, id = 0 }) => (id < 90 ? [name] : []));
    expect(names.sort()).toEqual(chainParameter.map(({ key }) => key).sort());
  });

  test.each(proposable)('takes $name with or without get as number $id', async ({ name, id }) => {
    const expected = [{ key: id, value: 5 }];
    expect(await asked({ [name]: 5n })).toEqual(expected);
    expect(await asked({ [withoutGet(name)]: 5n })).toEqual(expected);
  });

  test('takes rewards by their names in getChainParameters, in the given order', async () => {
    expect(await asked({ votingReward: 2n, energyFee: 210n, blockReward: 1n })).toEqual([
      { key: 31, value: 2 },
      { key: 11, value: 210 },
      { key: 5, value: 1 },
    ]);
  });

  test('takes a value up to the maximum of int64', async () => {
    const { client, requests } = clientWithAnswers(Response.json({}));
    const highest = { parameters: { totalEnergyLimit: 2n ** 63n - 1n } };
    expect(await errorCodeOf(createProposal(client, { owner: OWNER, ...highest }))).toBe('RESPONSE_INVALID');
    expect(requests).toHaveLength(1);
  });

  test.each<[string, ProposalParameters, string, string]>([
    ['a misspelt name', { enregyFee: 1n } as never, 'enregyFee', 'energyFee'],
    ['a misspelt name with get', { getMemoFees: 1n } as never, 'getMemoFees', 'memoFee'],
    ['a name of the client’s own', { freeBandwidth: 1n } as never, 'freeBandwidth', ''],
    [
      'a parameter that no proposal changes',
      { getTotalEnergyTargetLimit: 1n } as never,
      'getTotalEnergyTargetLimit',
      'totalEnergyLimit',
    ],
    ['a name that objects inherit', { constructor: 1n } as never, 'constructor', ''],
  ])('rejects %s, and says which one is closest', async (_, wrong, value, closest) => {
    expect(await asked(wrong)).toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: {
        argument: 'parameters',
        value,
        expected: expect.stringContaining(`a parameter that proposals change; the closest one is ${closest}`),
      },
    });
  });

  test.each<[string, ProposalParameters, string]>([
    ['by number', { 11: 1n, 5: 1n, energyFee: 1n }, '11'],
    ['by name', { energyFee: 1n, getEnergyFee: 1n }, '11'],
    ['by a name that the client gives', { witnessPayPerBlock: 1n, blockReward: 1n }, '5'],
  ])('rejects a parameter that comes twice %s', async (_, wrong, value) => {
    expect(await asked(wrong)).toMatchObject({
      code: 'ARGUMENT_INVALID',
      context: { argument: 'parameters', value, expected: 'one value for each parameter' },
    });
  });

  test.each<[string, ProposalParameters]>([
    ['a number', { energyFee: 1 as never }],
    ['nothing', { energyFee: undefined as never }],
    ['less than 0', { energyFee: -1n }],
    ['more than int64', { energyFee: 2n ** 63n }],
  ])('rejects a value that is %s', async (_, wrong) => {
    expect(await asked(wrong)).toMatchObject({ code: 'ARGUMENT_INVALID', context: { argument: 'value' } });
  });

  test('finds the name that was meant when one letter is wrong', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...proposable.map(({ name }) => withoutGet(name)).filter((name) => name.length > 8)),
        fc.nat(),
        fc.constantFrom('remove', 'repeat', 'replace'),
        async (name, at, how) => {
          const letters = name.split('');
          const place = at % letters.length;
          const letter = letters[place] ?? '';
          letters[place] = how === 'remove' ? '' : how === 'repeat' ? letter + letter : '_';
          const wrong = letters.join('');
          expect(await asked({ [wrong]: 1n })).toMatchObject({
            context: { value: wrong, expected: expect.stringMatching(new RegExp(`is ${name}$`)) },
          });
        },
      ),
      { numRuns: scaled(100) },
    ));

  test('does not compile with an unknown name', () => {
    // @ts-expect-error a misspelt name
    const wrong: ProposalParameters = { enregyFee: 1n };
    const right: ProposalParameters = { getEnergyFee: 1n, freeNetLimit: 1n, votingReward: 1n };
    expect([wrong, right]).toHaveLength(2);
  });
});
