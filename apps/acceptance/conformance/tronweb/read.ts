import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createMemoryState } from '@coin/mock-node/vm';
import { fromEvmAddress } from '@coin/rpc/address';
import { hashTypedData, type TypedData } from '@coin/rpc/message';
import { type Case, type Source } from '../case.ts';
import { checkReturn } from '../ethers/checks.ts';
import { addressOf, bytesOf, hexOf, runIn } from '../vm-calls.ts';

const readList = <T>(folder: string, name: string): readonly T[] =>
  JSON.parse(
    gunzipSync(readFileSync(join(folder, 'test/testcases', `${name}.json.gz`))).toString('utf8'),
  ) as readonly T[];

interface ReturnCase {
  readonly name: string;
  readonly types: string;
  readonly values: string;
  readonly normalizedValues?: string;
  readonly result: string;
  readonly runtimeBytecode: string;
}

/** Values that contracts return, in the forms of ABI versions 1 and 2. */
const returnCases = (folder: string, file: string): readonly Case[] =>
  readList<ReturnCase>(folder, file).map(
    ({ name, types, values, normalizedValues = values, result, runtimeBytecode }) => ({
      name: `${file} ${name}`,
      check: () => checkReturn([name, types, normalizedValues, result, runtimeBytecode]),
    }),
  );

interface Creations {
  readonly sender: string;
  readonly creates: readonly {
    readonly name: string;
    readonly salt: string;
    readonly initCode: string;
    readonly address: string;
  }[];
}

/** CREATE2 of the input after its first word, which is the salt; returns the address. */
const CREATE2 = bytesOf('6000356020360380602060003760006000f560005260206000f3');

const creationCases = (folder: string): readonly Case[] =>
  readList<Creations>(folder, 'create2').flatMap(({ sender, creates }) =>
    creates.map(({ name, salt, initCode, address }) => ({
      name: `create2 ${name}`,
      check: () => {
        const state = createMemoryState();
        state.putContract(addressOf(sender), { code: CREATE2 });
        const { output } = runIn(state, { to: addressOf(sender), data: bytesOf(salt + initCode.slice(2)) });
        assert.equal(fromEvmAddress(`0x${hexOf(output).slice(24)}`), address);
      },
    })),
  );

interface TypedCase extends Pick<TypedData, 'domain' | 'types' | 'primaryType'> {
  readonly name: string;
  readonly data: TypedData['message'];
  readonly digest: string;
}

const typedDataCases = (folder: string): readonly Case[] =>
  readList<TypedCase>(folder, 'eip712').map(({ name, domain, types, primaryType, data: message, digest }) => ({
    name: `eip712 ${name}`,
    check: () => assert.equal(`0x${hexOf(hashTypedData({ domain, types, primaryType, message }))}`, digest),
  }));

/** The test cases of TronWeb: values in the ABI, addresses of CREATE2 and typed data. */
export const tronweb: Source = {
  name: 'tronweb',
  origin: 'tronprotocol/tronweb 2b8777566e49, test/testcases',
  licence: 'MIT',
  read: (folder) => [
    ...returnCases(folder, 'contract-interface'),
    ...returnCases(folder, 'contract-interface-abi2'),
    ...creationCases(folder),
    ...typedDataCases(folder),
  ],
  exclusions: [],
};
