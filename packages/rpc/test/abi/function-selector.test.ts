import { functionSelectorHex, triggerConstantContract } from '@coin/rpc';
import { keccak_256 } from '@noble/hashes/sha3.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientWithAnswers } from '../support/client-with-answers.ts';
import { errorCodeOf } from '../support/outcome.ts';

const call = {
  owner: '4127c11e9f4012e773291e4cfa07a580bda92985ea',
  contract: '41a80e906371fe0df383410803e88da2f195423af8',
};
const outcome = (functionSelector: string, parameter = '') =>
  errorCodeOf(
    triggerConstantContract(clientWithAnswers('energy.call.toggle').client, { ...call, functionSelector, parameter }),
  );

test.each([
  'transfer',
  'transfer(address, uint256)',
  ' transfer(address,uint256)',
  'transfer(address,uint256) ',
  'transfer (address,uint256)',
  'transfer(address,uint256',
  'transfer(address,uint256))',
  'transfer(address,,uint256)',
  'transfer(address,)',
  'transfer(,)',
  'transfer(address uint256)',
  'transfer(address to,uint256 amount)',
  'transfer(uint)',
  'transfer(int)',
  'transfer(byte)',
  'transfer(uint7)',
  'transfer(uint264)',
  'transfer(bytes0)',
  'transfer(bytes33)',
  'transfer(uint256[)',
  'transfer(uint256[-1])',
  'transfer(uint256[0])',
  'transfer(uint256[01])',
  'transfer((bool)[00])',
  'transfer((address,uint256)',
  'transfer(tuple(address))',
  'transfer(Token)',
  '(address)',
  '1st(address)',
  'function transfer(address)',
  'transfer(address)returns(bool)',
  'a9059cbb',
  'transfer(address)\n',
])('the function selector %j is rejected before a request is sent', async (functionSelector) => {
  expect(await outcome(functionSelector)).toBe('ARGUMENT_INVALID');
  expect(() => functionSelectorHex(functionSelector)).toThrow(expect.objectContaining({ code: 'ARGUMENT_INVALID' }));
});

const elementary = fc.constantFrom(
  'address',
  'bool',
  'string',
  'bytes',
  'bytes32',
  'uint8',
  'uint256',
  'int128',
  'trcToken',
);
const { type } = fc.letrec<{ type: string; tuple: string }>((tie) => ({
  type: fc
    .tuple(fc.oneof({ depthSize: 'small' }, elementary, tie('tuple')), fc.constantFrom('', '', '[]', '[3]', '[][2]'))
    .map((parts) => parts.join('')),
  tuple: fc.array(tie('type'), { minLength: 1, maxLength: 3 }).map((types) => `(${types.join(',')})`),
}));
const signature = fc
  .tuple(fc.stringMatching(/^[A-Za-z_$][\w$]{0,9}$/), fc.array(type, { maxLength: 4 }))
  .map(([name, types]) => `${name}(${types.join(',')})`);

test('every signature of types in full is accepted, and none with a blank in it', async () => {
  await fc.assert(
    fc.asyncProperty(signature, fc.nat(), async (functionSelector, place) => {
      expect(await outcome(functionSelector)).toBe('success');
      const at = place % (functionSelector.length + 1);
      const spaced = `${functionSelector.slice(0, at)} ${functionSelector.slice(at)}`;
      expect(await outcome(spaced)).toBe('ARGUMENT_INVALID');
    }),
  );
});

test.each([1, 31, 33, 63])('rejects arguments of %i bytes, which are not whole words', async (bytes) => {
  expect(await outcome('transfer(address,uint256)', '00'.repeat(bytes))).toBe('ARGUMENT_INVALID');
});

test('functionSelectorHex gives the start of the hash of a signature', () => {
  fc.assert(
    fc.property(signature, (text) => {
      expect(functionSelectorHex(text)).toBe(
        Buffer.from(keccak_256(Buffer.from(text)))
          .toString('hex')
          .slice(0, 8),
      );
    }),
  );
});
