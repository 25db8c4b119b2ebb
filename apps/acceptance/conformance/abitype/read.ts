import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAbi } from '@coin/rpc/abi';
import { parseAbi as parseAbiOfViem } from 'viem';
import { type Source } from '../case.ts';

/** What a parser, ours or viem's of abitype, reads in a signature; `undefined` if it rejects it. */
function readBy(parse: (signatures: readonly string[]) => unknown, signature: string): unknown {
  try {
    return JSON.parse(JSON.stringify(parse([signature])));
  } catch {
    return undefined;
  }
}

/** Signatures of deployed contracts, one a line. Each is read as abitype reads it, or rejected as there. */
export const abitype: Source = {
  name: 'abitype',
  origin: 'abitype 1.3.0, dist/esm/abis/human-readable.js',
  licence: 'MIT',
  read: (folder) =>
    readFileSync(join(folder, 'signatures.txt'), 'utf8')
      .trim()
      .split('\n')
      .map((name) => ({
        name,
        check: () => assert.deepEqual(readBy(parseAbi, name), readBy(parseAbiOfViem, name)),
      })),
  exclusions: [
    {
      cause: 'parseAbi takes a struct as a tuple in the signature that has it, and rejects its definition',
      source: 'packages/rpc/test/abi/parse-abi.test.ts',
      cases: [
        'struct AdditionalRecipient { uint256 amount; address recipient; }',
        'struct ConsiderationItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; address recipient; }',
        'struct CriteriaResolver { uint256 orderIndex; uint8 side; uint256 index; uint256 identifier; bytes32[] criteriaProof; }',
        'struct FulfillmentComponent { uint256 orderIndex; uint256 itemIndex; }',
        'struct OfferItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; }',
        'struct OrderStatus { bool isValidated; bool isCancelled; uint120 numerator; uint120 denominator; }',
        'struct ReceivedItem { uint8 itemType; address token; uint256 identifier; uint256 amount; address recipient; }',
        'struct SpentItem { uint8 itemType; address token; uint256 identifier; uint256 amount; }',
        'struct WritingEdition { string name; string symbol; string description; string imageURI; string contentURI; uint8 price; uint256 limit; address fundingRecipient; address renderer; uint256 nonce; uint16 fee; }',
      ],
    },
  ],
};
